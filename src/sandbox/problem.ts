/** A refusal by the service: a problem body (RFC 9457) with the invalid fields. */
export class Problem extends Error {
  readonly status: number;
  readonly errors: FieldErrors | undefined;

  constructor(status: number, detail: string, errors?: FieldErrors) {
    super(detail);
    this.status = status;
    this.errors = errors;
  }
}

export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** A 400 that names the field. */
export function invalidField(field: string, message: string): Problem {
  return new Problem(400, `${field} ${message}`, { [field]: [message] });
}

export function notFound(what: string, id: string): Problem {
  return new Problem(404, `there is no ${what} ${id}, or it is not visible to this token`);
}
