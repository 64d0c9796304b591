// The error with which features refuse a call: a code of the contract and its parameters.
import type { ErrorCode, FieldError } from '@camarim/contract/errors';

/** Facts for the reply: numbers and a name for the text, wrong fields, or the `data` of a 402. */
export type ErrorData = {
  min?: number;
  max?: number;
  size?: number | string;
  name?: string;
  fields?: Record<string, FieldError>;
  /** Sent as `data` of the reply. */
  reply?: unknown;
  /** Seconds after which a retry makes sense; sent as Retry-After. */
  retryAfterSeconds?: number;
};

/** An expected failure. Status and text follow from the code; it is never logged as an error. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly data: ErrorData;

  constructor(code: ErrorCode, data: ErrorData = {}) {
    super(code);
    this.name = 'AppError';
    this.code = code;
    this.data = data;
  }
}

/** A refusal of one field. */
export const fieldError = (
  field: string,
  code: ErrorCode,
  numbers: Omit<FieldError, 'code'> = {},
): AppError => new AppError(code, { ...numbers, fields: { [field]: { code, ...numbers } } });
