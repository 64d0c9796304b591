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

/** Secret links of one producer. */
export const OVERLAY_LINKS_MAX = 5;
export const OVERLAY_LABEL_MAX = 40;
/** Event streams at the same time: of one link, and of all links, in one process. */
export const STREAMS_OF_LINK_MAX = 5;
export const STREAMS_MAX = 2_000;
/** Connections and pages that one address may open. */
export const STREAM_OPENINGS_PER_MINUTE = 60;
/** Events that a program which was away gets when it connects again. */
export const STREAM_RESUMED_MAX = 500;
/** Orders that a page shows. */
export const OVERLAY_ORDERS_SHOWN = 6;

/** Levels of tips that move a toy. */
export const TOY_LEVELS_MAX = 10;
export const TOY_STRENGTH_MAX = 20;
export const TOY_SECONDS_MIN = 2;
export const TOY_SECONDS_MAX = 120;
/** Commands that would begin later are dropped. */
export const TOY_QUEUE_SECONDS = 300;
