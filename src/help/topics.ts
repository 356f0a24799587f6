import { environmentTopic } from './topics/environment.ts';
import { exitCodesTopic } from './topics/exit-codes.ts';
import { outputTopic } from './topics/output.ts';
import { queryTopic } from './topics/query.ts';

/** What concerns every command: told by `costctl help NAME` and by the manual. */
export interface Topic {
  readonly name: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly text: string }
  | { readonly rows: readonly (readonly [term: string, text: string])[] }
  | { readonly examples: readonly string[] };

export const topics: readonly Topic[] = [exitCodesTopic, environmentTopic, outputTopic, queryTopic];
