import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { addProfileAdd } from './profiles/add.ts';
import { addProfileChanges } from './profiles/change.ts';
import { addProfileSet } from './profiles/set.ts';
import { addProfileShow } from './profiles/show.ts';

export function addProfiles(program: Command, context: Context): void {
  const profiles = program.command('profiles').description('Saved addresses, tokens and defaults');
  addProfileAdd(profiles, context);
  addProfileShow(profiles, context);
  addProfileSet(profiles, context);
  addProfileChanges(profiles, context);
}
