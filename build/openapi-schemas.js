import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const reading = /JSON\.parse\(readFileSync\(localFile\(file\), "utf-8"\)\)/;

/**
 * The checker of OpenAPI documents reads its schemas from files beside itself. In the bundle they lie
 * in the code: a program that is one file has nothing beside it.
 */
export const openapiSchemas = {
  name: 'openapi-schemas',
  transform: {
    filter: { id: /openapi-schema-validator[\\/]index\.js$/ },
    handler(code, id) {
      if (!reading.test(code)) throw new Error(`${id} no longer reads its schemas as it did`);
      const schemas = ['v3.0', 'v3.1'].map((version) => {
        const file = `./schemas/${version}/schema.json`;
        const text = JSON.stringify(JSON.parse(readFileSync(join(dirname(id), file), 'utf8')));
        return `${JSON.stringify(file)}: ${JSON.stringify(text)}`;
      });
      const found = `JSON.parse({ ${schemas.join(', ')} }[file])`;
      return { code: code.replace(reading, () => found), map: null };
    },
  },
};
