import { convert } from './rates/convert.ts';
import { history } from './rates/history.ts';
import { get, list, policy } from './rates/read.ts';

export const rates = [get, list, convert, history, policy];
