// Limits of what producers connect to the events of their rooms.

export const WEBHOOK_URL_MAX = 500;
/** Deliveries that the list shows, newest first. */
export const WEBHOOK_DELIVERIES_SHOWN = 50;
/** Attempts of one delivery; the last is about an hour after the first. */
export const WEBHOOK_ATTEMPTS = 9;
/** After a rotation the former secret signs, too, for so long. */
export const WEBHOOK_FORMER_SECRET_HOURS = 24;
/** Test events of one producer. */
export const TEST_EVENTS_PER_MINUTE = 10;
