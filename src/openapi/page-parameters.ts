import { propertiesOf, type Schemas } from '../declaration/json-schema.ts';
import type { Body, Parameter } from './description.ts';
import type { PageParameter } from './page-roles.ts';
import { traitsOf } from './traits.ts';

export function pageParametersOf(
  parameters: readonly (Pick<
    Parameter,
    'name' | 'place' | 'required' | 'schema' | 'description'
  > & { readonly preset?: string })[],
  schemas: Schemas,
): PageParameter[] {
  return parameters.flatMap(({ name, place, required, schema, description, preset }) => {
    const { types, minimum, maximum } = traitsOf(schema, schemas);
    if (place !== 'query' || types.includes('object') || types.includes('array')) return [];
    const isZero =
      /\b(zero|0)[- ]?(based|indexed)|\b(starts|beginning|counted) (at|with|from) 0\b/i;
    const stated = isZero.test(description)
      ? 0
      : minimum === 0 || minimum === 1
        ? minimum
        : undefined;
    const first = preset !== undefined && /^[01]$/.test(preset) ? Number(preset) : stated;
    return [{ name, required, isText: types.join() === 'string', minimum, maximum, first }];
  });
}

/** The properties of a body that may choose a page, as those of a search do. */
export function pagesInBody(method: string, body: Body | undefined, schemas: Schemas) {
  if (method !== 'POST' || body?.kind !== 'json') return [];
  const properties = propertiesOf(body.schema, schemas).map((one) => ({
    ...one,
    place: 'query' as const,
    description: traitsOf(one.schema, schemas).description,
  }));
  return pageParametersOf(properties, schemas);
}
