// The address for the answer, of a person without an account: sealed, and erased with the answer.
import type { Locale } from '@camarim/contract/limits';

export const contactSealContext = (ticketId: string): string => `help_tickets/${ticketId}`;
export type TicketContact = { email: string; locale: Locale };
