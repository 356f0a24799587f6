import type { Break } from './break.ts';
import { answers } from './pages/answers.ts';
import { api } from './pages/api.ts';
import { attempts } from './pages/attempts.ts';
import { bodies } from './pages/bodies.ts';
import { colors } from './pages/colors.ts';
import { columns } from './pages/columns.ts';
import { connections } from './pages/connections.ts';
import { endings } from './pages/endings.ts';
import { errors } from './pages/errors.ts';
import { exits } from './pages/exits.ts';
import { files } from './pages/files.ts';
import { formats } from './pages/formats.ts';
import { imports } from './pages/imports.ts';
import { leaks } from './pages/leaks.ts';
import { lists } from './pages/lists.ts';
import { numbers } from './pages/numbers.ts';
import { options } from './pages/options.ts';
import { optionsOutside } from './pages/options-outside.ts';
import { profiles } from './pages/profiles.ts';
import { query } from './pages/query.ts';
import { rehearsals } from './pages/rehearsals.ts';
import { requests } from './pages/requests.ts';
import { safety } from './pages/safety.ts';
import { separatedFormats } from './pages/separated.ts';
import { separatedBytes } from './pages/separated-bytes.ts';
import { settings } from './pages/settings.ts';
import { settingsForms } from './pages/settings-forms.ts';
import { settingsLimits } from './pages/settings-limits.ts';
import { settingsShown } from './pages/settings-shown.ts';
import { stops } from './pages/stops.ts';
import { streamsOfResults } from './pages/streams.ts';
import { terminals } from './pages/terminals.ts';
import { tokens } from './pages/tokens.ts';
import { values } from './pages/values.ts';
import { waits } from './pages/waits.ts';
import { workspaces } from './pages/workspaces.ts';

/** What is promised, in the order in which a user meets it. */
export const pages: Readonly<Record<string, readonly Break[]>> = {
  settings,
  settingsLimits,
  settingsShown,
  settingsForms,
  options,
  optionsOutside,
  files,
  endings,
  columns,
  query,
  formats,
  separatedFormats,
  separatedBytes,
  terminals,
  colors,
  lists,
  streamsOfResults,
  numbers,
  errors,
  exits,
  stops,
  safety,
  rehearsals,
  leaks,
  requests,
  connections,
  waits,
  attempts,
  answers,
  profiles,
  tokens,
  workspaces,
  bodies,
  api,
  values,
  imports,
};
