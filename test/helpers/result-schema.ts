import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { loadDeclarations } from '../../src/cli/groups.ts';
import { resultOf } from '../../src/cli/schema.ts';
import type { Command } from '../../src/command.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const validators = new Map<Command, ValidateFunction | null>();
let declarations: readonly Command[] | undefined;

/** Options that give the result another form. */
const reshaping = ['--columns', '--query', '-r', '--raw', '--dry-run', '--help', '-h', '-O', '-i'];

/** Every result that a test sees as JSON is what `costctl schema` says it is. */
export async function checkResultSchema(argv: readonly string[], stdout: string): Promise<void> {
  if (!isJson(argv) || stdout === '') return;
  if (argv.some((word) => reshaping.some((flag) => word === flag || word.startsWith(`${flag}=`))))
    return;
  declarations ??= await loadDeclarations();
  const words = `${argv.filter((word) => !word.startsWith('-')).join(' ')} `;
  const declared = declarations.find((one) => words.startsWith(`${one.words} `));
  if (declared === undefined) return;
  const validate = validatorOf(declared);
  if (validate === null) return;
  const result: unknown = JSON.parse(stdout);
  validate(argv.includes('--envelope') ? dataOf(result) : result);
  expect({ command: declared.words, errors: validate.errors ?? [] }).toEqual({
    command: declared.words,
    errors: [],
  });
}

function dataOf(envelope: unknown): unknown {
  const isEnvelope = typeof envelope === 'object' && envelope !== null && 'data' in envelope;
  return isEnvelope ? envelope.data : envelope;
}

function isJson(argv: readonly string[]): boolean {
  const at = argv.findLastIndex((word) => /^-o/.test(word) || /^--output/.test(word));
  return argv[at] === '-ojson' || (argv[at] === '-o' && argv[at + 1] === 'json');
}

function validatorOf(declared: Command): ValidateFunction | null {
  const known = validators.get(declared);
  if (known !== undefined) return known;
  const schema: AnySchema | null = resultOf(declared);
  const validate = schema === null ? null : ajv.compile(schema);
  validators.set(declared, validate);
  return validate;
}
