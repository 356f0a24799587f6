import { usageError } from '../errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a file may read with `${NAME}`: its text, and the variable that holds it. */
export type ReadVariable = (name: string) => {
  readonly variable: string;
  readonly text: string | undefined;
};

/**
 * A file is written by people who must not learn a token, and what it says is shown to many. So it reads
 * only variables whose name declares them public, and no code that reads files gets the environment.
 */
export function publicVariables(env: Environment): ReadVariable {
  return (name) => {
    const variable = `COSTCTL_VAR_${name}`;
    return { variable, text: env[variable] };
  };
}

/** The value of `env:NAME`, a secret that is never shown; undefined if it is not set or empty. */
export function readSecretVariable(
  { env, secrets }: { env: Environment; secrets: { readonly add: (secret: string) => void } },
  name: string,
): string | undefined {
  const problem = findSecretProblem(name);
  if (problem !== undefined) throw usageError(`env:${name}: ${problem}`);
  const text = env[name];
  if (text === undefined || text === '') return undefined;
  secrets.add(text);
  return text;
}

/** The token of a run goes only into its own header. On Windows, names of variables ignore case. */
export function findSecretProblem(name: string): string | undefined {
  if (!name.toUpperCase().startsWith('COSTCTL_TOKEN')) return undefined;
  return 'is the token of this program, which is not a credential of a provider';
}
