import { writeFileSync } from 'node:fs';
import { type Ended, readFiles, removeFolder, type Start } from '../e2e/program.ts';

/** A command about to run in a folder of its own, and what must be true however it ended. */
export interface Scene {
  readonly folder: string;
  readonly run: (start?: Start) => Promise<Ended>;
  /** What fails now, and after it was run again. */
  readonly problems: (ended: Ended) => Promise<string[]>;
  readonly close: () => void;
}

/** What all scenes of one kind share. */
export interface Stage {
  readonly open: (folder?: string) => Scene;
  readonly close: () => Promise<void>;
  /** Milliseconds that an undisturbed run takes, if one was made to open the stage. */
  readonly whole?: number;
}

export const token = 'tok_of_the_kills_0123456789';

export function createScene(folder: string, one: Omit<Scene, 'folder' | 'close'>): Scene {
  return { ...one, folder, close: () => removeFolder(folder) };
}

export function envOf(url: string): Record<string, string> {
  return { COSTCTL_BASE_URL: url, COSTCTL_TOKEN: token, COSTCTL_WORKSPACE: 'wsp_storefront' };
}

export function describeEnd({ status, signal, stderr }: Ended): string {
  return `exit ${status ?? signal}: ${stderr.trim().slice(0, 300)}`;
}

/** A folder that cannot be written has what it has. */
export function tryWrite(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch {}
}

/** What is left of a change next to the file that it changed. */
export function strayFiles(folder: string): string[] {
  return [...readFiles(folder).keys()].filter((name) => /\.tmp|lock|claim|~/.test(name));
}
