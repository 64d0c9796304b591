// Limits of the rooms of live shows that web and api both need.

/** Characters of one message in the chat of a room. */
export const ROOM_MESSAGE_MAX = 300;
/** Messages that a person gets who enters. */
export const ROOM_MESSAGES_PAGE = 50;
/** Messages are erased this many days after they were written. */
export const ROOM_MESSAGES_DAYS = 30;
/** Places of the leaderboard of a show. */
export const ROOM_LEADERBOARD_MAX = 10;
/** Seconds between two messages of one person; 0: no slow mode. */
export const SLOW_MODE_SECONDS = [0, 3, 5, 10, 30, 60, 120] as const;
export const ROOM_MODERATORS_MAX = 20;
/** A person who was kicked may enter again after so long. */
export const KICK_MINUTES = 10;
export const MENU_ITEMS_MAX = 25;
export const MENU_LABEL_MAX = 60;
export const MENU_PURCHASES_PAGE = 50;
export const ROOM_ACTS_PAGE = 50;
