import type { ReportKey } from '../profiles/read.ts';
import {
  type Form,
  formOfAbsolutePath,
  formOfCurrency,
  formOfLocale,
  formOfText,
} from './forms.ts';

/** What a profile can say about every report: the defaults of the options of the same name. */
export const reportForms: Readonly<Record<ReportKey, Form<string>>> = {
  reportBy: formOfText,
  reportConvertTo: formOfCurrency,
  reportBudgets: formOfAbsolutePath,
  reportRules: formOfAbsolutePath,
  reportAllocateBy: formOfText,
  reportMetric: formOfText,
  reportRequire: formOfText,
  reportTitle: formOfText,
  reportLogo: formOfAbsolutePath,
  reportLocale: formOfLocale,
};

export type ReportDefaults = Readonly<Partial<Record<ReportKey, string>>>;
