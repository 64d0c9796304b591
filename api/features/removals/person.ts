// Who asks for a removal, sealed in the row of the request.
import type { Locale } from '@camarim/contract/limits';

export const sealContextOf = (id: string): string => `removal_requests/${id}`;
export type Person = { name: string; email: string; text: string; locale: Locale };
