// Named limits and constants that web and api both need. Source: specification section 9.

/** A refresh token and its cookies live 7 days. */
export const SESSION_SECONDS = 604_800;
/** The access token inside the cookie; renewed silently by the refresh token. */
export const ACCESS_TOKEN_SECONDS = 900;
export const LOCALE_COOKIE_DAYS = 365;
export const LOCALES = ['pt', 'en', 'es'] as const;
export type Locale = (typeof LOCALES)[number];

/** The amounts of a top-up that the wallet dialog offers as buttons, in centavos. */
export const TOP_UP_AMOUNTS_CENTAVOS = [2_500, 5_000, 10_000, 25_000, 50_000] as const;
export const TOP_UP_DEFAULT_CENTAVOS = 5_000;
/** Any amount from here may be typed, up to what the installation accepts (GET /funds/methods). */
export const TOP_UP_MIN_CENTAVOS = 500;
/** No installation accepts more: the largest price of a post. */
export const TOP_UP_CEILING_CENTAVOS = 1_000_000;
/** Accounts and Pix keys of one producer. */
export const BANK_ACCOUNTS_MAX = 5;
export const SAVED_PAYMENTS_PAGE = 100;
export const SAVED_PAYMENTS_MAX = 20;
export const PICPAY_NAME_MAX = 100;
/** Smallest and largest tip and post price, in centavos. */
export const TIP_MIN_CENTAVOS = 100;
export const TIP_MAX_CENTAVOS = 1_000_000;
/** Characters of the message with a tip. */
export const TIP_MESSAGE_MAX = 140;
export const PRICE_MIN_CENTAVOS = 100;
export const PRICE_MAX_CENTAVOS = 1_000_000;
/** From here on a price is asked about before it is published: most often it is a slip. */
export const UNUSUAL_PRICE_CENTAVOS = 20_000;
/** A limit of spending below this buys next to nothing, so it is asked about. */
export const UNUSUAL_LIMIT_CENTAVOS = 1_000;

/** Longest sides of the renditions of a picture, in pixels; a smaller picture keeps its size. */
export const PICTURE_SIDES_PX = { md: 480, lg: 1_280, full: 2_048 } as const;

export const POST_TEXT_MAX = 5_000;
export const POST_MEDIAS_MAX = 10;
export const POST_SEARCH_MAX = 100;
/** What is offered while a search is being typed. */
export const SUGGESTED_PEOPLE_MAX = 5;
export const SUGGESTED_TAGS_MAX = 4;
/** Lengths of a trailer; a video that is shorter is shown whole. */
export const TRAILER_MIN_SECONDS = 5;
export const TRAILER_MAX_SECONDS = 30;
/** How media and posts were made, as far as AI took part in it. */
export const AI_LABELS = ['altered', 'generated'] as const;
export const AI_CHOICES = ['none', ...AI_LABELS] as const;
export type AiChoice = (typeof AI_CHOICES)[number];
/** As whom producers may look at their own page. */
export const VIEW_AS = ['visitor', 'follower', 'subscriber'] as const;
export type ViewAs = (typeof VIEW_AS)[number];
/** How far ahead a post may be scheduled, and how long it may be set to stay. */
export const POST_AHEAD_DAYS_MAX = 365;
export const POST_ACTIVE_DAYS_MAX = 365;
/** Characters of a video's captions in one language: some four hours of talk. */
export const CAPTIONS_MAX = 200_000;
export const COMMENT_MAX = 250;
export const COMMENTS_PAGE = 10;
export const REPLIES_PAGE = 10;
/** Topics that one socket is in at once; one more ends the oldest. */
export const JOINED_TOPICS_MAX = 50;
export const TIMELINE_PAGE = 10;
/** Six weeks of a calendar, whatever the zone. */
export const CALENDAR_DAYS_MAX = 45;
export const CALENDAR_POSTS_MAX = 500;
export const GALLERY_PAGE = 24;
/** The vault of a producer. */
export const VAULT_PAGE = 48;
export const VAULT_SELECT_MAX = 200;
export const VAULT_UPLOADS_MAX = 50;
export const VAULT_FOLDERS_MAX = 200;
export const FOLDER_NAME_MAX = 60;
export const MEDIA_TITLE_MAX = 80;
export const DOMAIN_NAME_MIN = 3;
export const DOMAIN_NAME_MAX = 30;
export const DISPLAY_NAME_MAX = 60;
export const ABOUT_MAX = 2_000;
export const PHONE_MAX = 30;
export const NOTE_MAX = 2_000;
/** Conversations. Source: specification section 9. */
export const CHATS_PAGE = 40;
export const CONTACTS_PAGE = 20;
export const MESSAGES_PAGE = 30;
export const MESSAGE_MAX = 4_000;
export const MESSAGE_MEDIAS_MAX = 10;
/** What a fan pays for writing unless the producer sets another price. */
export const MESSAGE_PRICE_CENTAVOS = 100;
export const MESSAGE_PRICE_MAX_CENTAVOS = 50_000;
/** For so long the text of a message may be changed. */
export const MESSAGE_EDIT_MINUTES = 15;
export const PINNED_MESSAGES_MAX = 20;
export const BLOCKED_WORDS_MAX = 100;
export const BLOCKED_WORD_MAX = 40;
/** Conversations that one person may begin in an hour. */
export const CHATS_BEGUN_PER_HOUR = 30;
export const CHAT_UPLOAD_MAX_BYTES = 1_048_576_000;
export const REACTIONS = ['❤️', '🔥', '😍', '😂', '👍', '🙏', '😮', '😢'] as const;
export type Reaction = (typeof REACTIONS)[number];
/** Mass messages. */
export const BROADCASTS_PAGE = 20;
/** Prices for groups of receivers, beside the one for all. */
export const BROADCAST_PRICES_MAX = 5;
export const BROADCAST_AHEAD_DAYS_MAX = 365;
/** Lists of people, and what is combined to choose receivers. */
export const LISTS_MAX = 100;
/** People of a producer who live in a place, so that it can be selected. */
export const PLACE_GROUP_MIN = 10;
export const LIST_NAME_MAX = 60;
export const LIST_MEMBERS_PAGE = 40;
/** People added to or taken from a list by one call. */
export const LIST_CHANGES_MAX = 500;
export const SELECTION_MAX = 20;
/** Automations of chats. */
export const AUTOMATIONS_MAX = 50;
export const AUTOMATION_LOG_PAGE = 40;
/** 90 days. */
export const AUTOMATION_DELAY_MINUTES_MAX = 129_600;
/** Months of a birthday, days of a silence. */
export const AUTOMATION_PERIOD_MAX = 365;
/** Texts that a producer keeps to answer with. */
export const SAVED_REPLIES_MAX = 100;
export const SAVED_REPLY_TITLE_MAX = 60;
/** Last purchases of a fan beside their conversation. */
export const FAN_PURCHASES = 5;
/** In texts that are written once for many people: the name of the receiver. */
export const NAME_PLACEHOLDER = '{nome}';
/** Custom orders. */
export const ORDERS_PAGE = 20;
export const ORDER_TEXT_MAX = 2_000;
export const ORDER_NOTE_MAX = 1_000;
export const ORDER_DAYS_MAX = 30;
/** For so long a fan may dispute a delivery; then the producer is paid. */
export const ORDER_REVIEW_HOURS = 72;
/** Orders of one fan with one producer that are not paid yet. */
export const ORDERS_ASKED_MAX = 3;
/** What one fan may ask one producer for in a day: a request is a message that costs nothing. */
export const ORDERS_ASKED_PER_DAY = 10;
export const WELCOME_MESSAGE_MAX = 1_000;
export const WELCOME_MEDIAS_MAX = 5;
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 200;
export const EMAIL_MAX = 254;

/** Bytes; the specification's "3072" is read as MiB. */
export const UPLOAD_MAX_BYTES = 3_072 * 1024 * 1024;
export const IMAGE_UPLOAD_MAX_BYTES = 50 * 1024 * 1024;
export const UPLOAD_PART_BYTES = 5_242_880;
export const UPLOADS_PARALLEL = 5;
/** Larger files go in parts. */
export const UPLOAD_WHOLE_MAX_BYTES = UPLOAD_PART_BYTES;
export const UPLOAD_PARTS_MAX = Math.ceil(UPLOAD_MAX_BYTES / UPLOAD_PART_BYTES);
export const UPLOAD_NAME_MAX = 255;
export const IMAGE_CONTENT_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
] as const;
export const VIDEO_CONTENT_TYPES = [
  'video/mp4',
  'video/quicktime',
  'video/x-m4v',
  'video/webm',
  'video/x-matroska',
  'video/3gpp',
] as const;
export const AUDIO_CONTENT_TYPES = [
  'audio/mpeg',
  'audio/mp4',
  'audio/x-m4a',
  'audio/aac',
  'audio/wav',
  'audio/x-wav',
  'audio/ogg',
  'audio/flac',
  'audio/webm',
] as const;
export const ARCHIVE_CONTENT_TYPES = ['application/zip', 'application/x-zip-compressed'] as const;
export type MediaKind = 'image' | 'video' | 'audio' | 'archive';

/** What a browser says a file is; null for what is not taken. */
export const mediaKindOf = (contentType: string): MediaKind | null => {
  const is = (types: readonly string[]): boolean => types.includes(contentType);
  if (is(IMAGE_CONTENT_TYPES)) return 'image';
  if (is(VIDEO_CONTENT_TYPES)) return 'video';
  if (is(AUDIO_CONTENT_TYPES)) return 'audio';
  return is(ARCHIVE_CONTENT_TYPES) ? 'archive' : null;
};

export const maxUploadBytes = (kind: MediaKind): number =>
  kind === 'image' ? IMAGE_UPLOAD_MAX_BYTES : UPLOAD_MAX_BYTES;

/** Pictures of documents: size, and formats that every administrator's browser shows. */
export const DOCUMENT_MAX_BYTES = 15 * 1024 * 1024;
export const DOCUMENT_CONTENT_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export const ADULT_AGE_YEARS = 18;
/** Places from which one profile is not seen. */
export const GEO_BLOCKS_MAX = 300;
/** Countries in which alone one profile is seen. */
export const SHOWN_COUNTRIES_MAX = 50;
/** How people describe themselves in search; optional. */
export const GENDERS = ['woman', 'man', 'trans', 'nonBinary', 'couple'] as const;
export type Gender = (typeof GENDERS)[number];
/**
 * The orders of Explore. `seen`: seen last first; `popular`: followers and likes; `new`: approved
 * last first; `price`: the cheapest first, free ones before them and those without a plan at the
 * end; `active`: most posts in the last 30 days.
 */
export const PRODUCER_SORTS = ['seen', 'popular', 'new', 'price', 'active'] as const;
export type ProducerSort = (typeof PRODUCER_SORTS)[number];
export const TAG_MAX = 50;
export const REASON_MAX = 500;
/** Characters of a note of the team about a person. */
export const STAFF_NOTE_MAX = 2_000;
/** People one producer keeps on record, and how many of them one post declares. */
export const PERFORMERS_MAX = 200;
export const POST_PERFORMERS_MAX = 20;
export const PERFORMER_NAME_MAX = 80;
/** Media on one page of a performer's own page, and in one withdrawal of some of them. */
export const PERFORMER_MEDIAS_PAGE = 12;
export const PERFORMER_WITHDRAW_MAX = 100;
export const HELP_MAX = 2_000;

/** Plans. Source: specification sections 4 and 9. */
/** What has become of a post of mine; each post is in one state. */
export const POST_STATES = [
  'published',
  'scheduled',
  'draft',
  'processing',
  'failed',
  'withheld',
  'inReview',
  'refused',
  'ended',
  'archived',
] as const;
export type PostState = (typeof POST_STATES)[number];

export const PLAN_COOLDOWN_DAYS = 30;
export const PLAN_DISCOUNT_MAX_PERCENT = 90;
export const BUNDLE_MONTHS_MIN = 2;
export const BUNDLE_MONTHS_MAX = 24;
export const BUNDLES_MAX = 6;
export const PROMOTIONS_MAX = 20;
export const PROMOTION_DAYS_MAX = 365;
export const PROMOTION_USERS_MAX = 100_000;
export const PROMOTION_CODES_MAX = 20;
/** How many months a promotion may last. */
export const PROMOTION_MONTHS_MAX = 12;
/** The most days of a free trial. */
export const TRIAL_DAYS_MAX = 30;

/** Why a fan stops a renewal; choosing one is optional. */
export const LEAVE_REASONS = ['price', 'content', 'frequency', 'pause', 'other'] as const;
export type LeaveReason = (typeof LEAVE_REASONS)[number];

/** Seconds of playing that one call may tell of a post. */
export const WATCHED_MAX_SECONDS = 120;
/** With fewer followers a producer sees no hours of theirs, which would tell the habits of one. */
export const STATISTICS_FOLLOWERS_MIN = 10;

/** `subscribers`: with paid access now; `former`: whose paid time is over. */
export const AUDIENCE_KINDS = ['subscribers', 'followers', 'former'] as const;
export type AudienceKind = (typeof AUDIENCE_KINDS)[number];
/**
 * `newest`: since when; `earned`: who brought most; `ending`: whose paid time ends first; `active`:
 * who was here last, as coarsely as `LAST_SEEN`.
 */
export const AUDIENCE_SORTS = ['newest', 'earned', 'ending', 'active'] as const;
export type AudienceSort = (typeof AUDIENCE_SORTS)[number];
/** When a fan was last here: this day of São Paulo, within 7 days, within 30, or earlier. */
export const LAST_SEEN = ['today', 'week', 'month', 'earlier'] as const;
export type LastSeen = (typeof LAST_SEEN)[number];

/** Posts that are sold together. */
export const COLLECTION_TITLE_MAX = 80;
export const COLLECTION_TEXT_MAX = 1_000;
export const COLLECTION_POSTS_MIN = 2;
export const COLLECTION_POSTS_MAX = 50;
export const COLLECTIONS_MAX = 50;
export const COLLECTIONS_PAGE = 12;
/** Posts of one call for the collections that they are in, and collections named of each. */
export const COLLECTION_OFFERS_POSTS = 50;
export const COLLECTION_OFFERS_EACH = 2;

export const GOAL_TITLE_MAX = 80;
export const GOAL_VALUE_MIN_CENTAVOS = 1_000;
export const GOAL_VALUE_MAX_CENTAVOS = 10_000_000;
export const GOALS_OPEN_MAX = 10;

/** Live shows. */
export const LIVES_PAGE = 12;
export const LIVE_TITLE_MAX = 80;
export const LIVE_WATCHERS_PAGE = 40;
/** What a minute of a show costs, of watching and of watching without sound. */
export const LIVE_MINUTE_MIN_CENTAVOS = 50;
export const LIVE_MINUTE_MAX_CENTAVOS = 100_000;
export const LIVE_TICKET_MIN_CENTAVOS = 100;
export const LIVE_TICKET_MAX_CENTAVOS = 1_000_000;
/** Minutes that are locked when a private show begins. */
export const LIVE_MINIMUM_MINUTES_MAX = 30;
export const LIVE_GROUP_MIN = 2;
export const LIVE_GROUP_MAX = 100;
/** How long a call waits for the producer. */
export const LIVE_CALL_WAIT_SECONDS = 180;
/** How long an accepted call waits for its caller to enter. */
export const LIVE_ENTER_WAIT_SECONDS = 60;
export const LIVE_CALLS_MAX = 50;
/** A ticket is paid to the producer once this much of the show was delivered to its holder. */
export const LIVE_TICKET_SECONDS = 180;
/** How long a group show waits for its tickets. */
export const LIVE_GROUP_WAIT_MINUTES = 30;
/** A party that its producer paused ends after so long. */
export const LIVE_BREAK_MINUTES = 15;
export const LIVE_RECEIPTS_PAGE = 20;
/** Keys of programs that send to the shows of one producer. */
export const INGEST_KEYS_MAX = 10;
export const INGEST_LABEL_MAX = 40;
/**
 * How long nothing may come from a program before its key is accepted again after its show was
 * ended: longer than any program waits before it connects again by itself (OBS: at most 15
 * minutes).
 */
export const INGEST_HOLD_MINUTES = 20;
/**
 * Parts that were made of recordings stay in the vault; the recording itself is deleted after this.
 */
export const RECORDING_KEPT_DAYS = 7;

/**
 * The amount the wallet dialog preselects for a tip or price the person can't pay yet: the next one
 * offered above it, and the default when it is above them all.
 */
export const suggestedTopUp = (neededCentavos: number): number =>
  TOP_UP_AMOUNTS_CENTAVOS.find((amount) => neededCentavos < amount) ?? TOP_UP_DEFAULT_CENTAVOS;

/** Notifications that one call marks as read. */
export const NOTIFICATIONS_READ_AT_ONCE = 100;

/** The longest hold; a longer question is asked again. */
export const PAYOUT_HOLD_DAYS_MAX = 180;
export const RESERVE_PERCENT_MAX = 50;

/**
 * `usual`: the first cash-out and what the settings say; `always`: each; `never`: what takes two
 * only.
 */
/**
 * Why a cash-out waits for an administrator: the person is blocked or suspended, its amount, the
 * rules of the producer, an open fraud alert about who pays them, or it is their first.
 */
export const CASH_OUT_WAITS = ['restricted', 'amount', 'always', 'inQuestion', 'first'] as const;
export const PAYOUT_REVIEWS = ['usual', 'always', 'never'] as const;
