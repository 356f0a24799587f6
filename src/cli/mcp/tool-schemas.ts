import { fromJsonSchema, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { Command } from '../../command.ts';
import type { JsonSchema } from '../../declaration/kind.ts';
import type { Argument, Option } from '../../declaration/option.ts';
import { optionsOf } from '../../declaration/shared.ts';
import { descriptions, type ToolPlan } from './tools.ts';

export type Schema = StandardSchemaWithJSON<Record<string, unknown>>;

/** It is compiled when it first checks a value: a session calls few of the tools. */
export function schemaOf(schema: JsonSchema): Schema {
  let compiled: Schema | undefined;
  const validate = (value: unknown) => {
    compiled ??= fromJsonSchema<Record<string, unknown>>(schema);
    return compiled['~standard'].validate(value);
  };
  const jsonSchema = { input: () => schema, output: () => schema };
  return { '~standard': { version: 1, vendor: 'costctl', jsonSchema, validate } };
}

/** The JSON Schema of the input, from the declarations of the options. */
export function inputOf(plan: ToolPlan, commands: readonly Command[]) {
  const properties: Record<string, JsonSchema> = { ...plan.extra };
  const required: string[] = Object.keys(plan.extra ?? {}).filter((key) => key !== 'overwrite');
  if (typeof plan.words !== 'string') {
    properties['kind'] = { enum: Object.keys(plan.words), description: 'what to list' };
    required.push('kind');
  }
  const add = (key: string, part: Option | Argument | undefined) => {
    if (part === undefined) return;
    const description = descriptions[key] ?? part.description;
    const one: JsonSchema = part.kind?.schema ?? { type: 'boolean' };
    const isList = 'repeatable' in part && part.repeatable === true;
    properties[key] = isList ? { type: 'array', items: one, description } : { ...one, description };
    if (part.required === true) required.push(key);
  };
  for (const declared of commands) {
    const options = optionsOf(declared);
    for (const key of plan.options) add(key, options[key]);
    for (const key of plan.arguments ?? []) add(key, declared.arguments[key]);
  }
  return { type: 'object', properties, required, additionalProperties: false };
}

export const outputSchema: JsonSchema = {
  type: 'object',
  required: ['ok', 'result', 'omitted', 'notes'],
  properties: {
    ok: { type: 'boolean', description: 'false if the command failed, or a check did' },
    result: { description: 'the result of the command' },
    about: {
      type: 'object',
      description:
        'what the figures are: period, conditions, currency, whether the data is there (completeness), and what else qualifies them (warnings, notes)',
    },
    omitted: { type: 'integer', description: 'items left out because the result is too large' },
    notes: { type: 'array', items: { type: 'string' } },
    error: {
      type: 'object',
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        hint: { type: 'string' },
      },
    },
    receipt: { type: 'string', description: 'URI of the receipt of the rows that were read' },
    plan: { type: 'string', description: 'hash of the saved plan, for config_apply' },
  },
};
