export type SchemaType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** What a document says of a value, pruned to what is checked. All that is said must hold at once. */
export interface Schema {
  /** Place in the table of shared schemas. */
  readonly ref?: number;
  readonly type?: readonly SchemaType[];
  /** Null does, whatever else is said. */
  readonly nullable?: true;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly contains?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: true;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly propertyNames?: Schema;
  readonly required?: readonly string[];
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  readonly description?: string;
  /** Comes from the service and is not sent to it. */
  readonly readOnly?: true;
}

export type Schemas = readonly Schema[];

export interface Property {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

/** The value that nothing satisfies. */
export const never: Schema = { not: {} };

/** The schema and all that it is put together from by `$ref` and `allOf`. */
export function partsOf(schema: Schema, schemas: Schemas): Schema[] {
  const parts: Schema[] = [];
  const seen = new Set<number>();
  const queue = [schema];
  for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
    parts.push(part);
    if (part.ref !== undefined && !seen.has(part.ref)) {
      seen.add(part.ref);
      queue.push(schemas[part.ref] ?? {});
    }
    queue.push(...(part.allOf ?? []));
  }
  return parts;
}

/** The alternatives of a schema besides null; one that has none is its own only alternative. */
export function alternativesOf(schema: Schema, schemas: Schemas): Schema[][] {
  const parts = partsOf(schema, schemas);
  const chosen = parts.find((part) => part.anyOf !== undefined || part.oneOf !== undefined);
  const branches = (chosen?.anyOf ?? chosen?.oneOf ?? [])
    .map((branch) => partsOf(branch, schemas))
    .filter((branch) => !branch.some((part) => part.type?.join() === 'null'));
  return branches.length === 0 ? [parts] : branches.map((branch) => [...parts, ...branch]);
}

/** First-level properties, in the order of the document; those of one alternative only are optional. */
export function propertiesOf(schema: Schema, schemas: Schemas): Property[] {
  const alternatives = alternativesOf(schema, schemas);
  const found = new Map<string, Property>();
  for (const parts of alternatives) {
    for (const part of parts) {
      for (const [name, property] of Object.entries(part.properties ?? {})) {
        const held = found.get(name)?.schema;
        const both = held === undefined || held === property ? property : join(held, property);
        const required = alternatives.every((one) => isRequired(name, one));
        found.set(name, { name, schema: both, required });
      }
    }
  }
  return [...found.values()];
}

function isRequired(name: string, parts: readonly Schema[]): boolean {
  return parts.some((part) => part.required?.includes(name));
}

function join(first: Schema, second: Schema): Schema {
  const parts =
    first.allOf !== undefined && Object.keys(first).length === 1 ? first.allOf : [first];
  return parts.includes(second) ? first : { allOf: [...parts, second] };
}
