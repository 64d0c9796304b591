// What can go wrong with a call.
import type { ErrorCode } from '@camarim/contract/errors';
import type { Refusal } from '@camarim/contract/wire';

/** The API refused. `message` is a sentence for a person, in their language. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  /** What is wrong with each field, by its name. */
  readonly fields: Record<string, { code: ErrorCode; message: string }>;
  /** 402 only: what the wallet dialog needs. */
  readonly data: unknown;
  readonly requestId: string | undefined;
  /** The caller reports it instead of the error catalogue. */
  readonly handled: boolean;

  constructor(status: number, refusal: Partial<Refusal> | null, handled = false) {
    super(refusal?.message ?? `status ${status}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = refusal?.code ?? (status === 404 ? 'route.notFound' : 'server.failure');
    this.fields = refusal?.fields ?? {};
    this.data = refusal?.data;
    this.requestId = refusal?.requestId;
    this.handled = handled;
  }
}

/** No reply arrived. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/**
 * The sentence for a person of a failure that is about a whole form; undefined when the catalogue
 * shows it elsewhere.
 */
export const explainRefusal = (error: unknown): string | undefined =>
  error instanceof ApiError && (error.handled || error.status === 400 || error.status === 409)
    ? error.message
    : undefined;
