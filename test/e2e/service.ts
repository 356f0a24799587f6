import { answer, type Loopback, openLoopback, type Reply } from '../helpers/loopback.ts';
import { pageOf } from '../helpers/service.ts';
import {
  createFolder,
  type Ended,
  removeFolder,
  runProgram,
  type Start,
  secretToken,
} from './program.ts';

/** A home of its own, servers of its own, and the built program between them. */
export interface Place {
  readonly folder: string;
  readonly serve: (...replies: Reply[]) => Promise<Loopback>;
  /** Runs a line against a server, or against none. */
  readonly costctl: (
    service: Pick<Loopback, 'url'> | undefined,
    line: readonly string[],
    start?: Start,
  ) => Promise<Ended>;
  readonly close: () => Promise<void>;
}

export function openPlace(): Place {
  const folder = createFolder();
  const opened: Loopback[] = [];
  return {
    folder,
    async serve(...replies) {
      const loopback = await openLoopback(...replies);
      opened.push(loopback);
      return loopback;
    },
    costctl(service, line, { env, ...start } = {}) {
      const address =
        service === undefined
          ? {}
          : { COSTCTL_BASE_URL: service.url.href, COSTCTL_TOKEN: secretToken };
      return runProgram(line, { cwd: folder, ...start, env: { HOME: folder, ...address, ...env } });
    },
    async close() {
      for (const loopback of opened) await loopback.close();
      removeFolder(folder);
    },
  };
}

/** A list of all there is. */
export const listed = (...records: readonly unknown[]): Reply => answer(200, pageOf(records));
