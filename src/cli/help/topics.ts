import type { Topic } from './topic.ts';
import { environmentTopic } from './topics/environment.ts';
import { exitCodesTopic } from './topics/exit-codes.ts';
import { outputTopic } from './topics/output.ts';
import { queryTopic } from './topics/query.ts';

export const topics: readonly Topic[] = [exitCodesTopic, environmentTopic, outputTopic, queryTopic];
