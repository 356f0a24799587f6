import { type Document, refuse } from './document.ts';

interface Fault {
  readonly instancePath: string;
  readonly message?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Checks a document against the rules of OpenAPI. The library is large: only an import loads it. */
export async function checkRules({ root }: Document): Promise<void> {
  const { Validator } = await import('@seriousme/openapi-schema-validator');
  // It takes references apart in place.
  const result = await new Validator().validate(structuredClone({ ...root }));
  if (result.valid) return;
  const { errors } = result;
  throw refuse(
    `it breaks the rules of OpenAPI: ${typeof errors === 'string' ? errors : tell(errors)}`,
  );
}

function tell(faults: readonly Fault[] = []): string {
  // Of the alternatives that a rule offers, the fault farthest inside says most.
  const depth = (fault: Fault) => fault.instancePath.split('/').length;
  const deepest = faults.reduce<Fault | undefined>(
    (best, fault) => (best === undefined || depth(fault) > depth(best) ? fault : best),
    undefined,
  );
  if (deepest === undefined) return 'without saying where';
  const place = deepest.instancePath === '' ? 'the document' : deepest.instancePath;
  const extra = deepest.params?.['additionalProperty'] ?? deepest.params?.['unevaluatedProperty'];
  const named = typeof extra === 'string' ? ` (${extra})` : '';
  return `${place} ${deepest.message ?? 'is not of its form'}${named}`;
}
