import { apply } from './config/apply.ts';
import { plan } from './config/plan.ts';
import { pull } from './config/pull.ts';
import { schema } from './config/schema.ts';
import { validate } from './config/validate.ts';

export const config = [pull, validate, plan, apply, schema];
