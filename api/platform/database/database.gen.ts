// Generated from the live schema by `npm run schema`; do not edit.
import type { ColumnType } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface Access {
  expires_at: Timestamp | null;
  id: string;
  kind: 'post' | 'subscription';
  post_id: string | null;
  producer_id: string;
  profile_id: string;
  starts_at: Timestamp;
  transfer_id: string | null;
}

export interface AccessRecords {
  address: string;
  first_at: Timestamp;
  id: Generated<string>;
  last_at: Timestamp;
  port: number | null;
  session_id: string;
  user_id: string;
}

export interface AccountLinks {
  created_at: Timestamp;
  email: string;
  expires_at: Timestamp;
  purpose: 'resetPassword' | 'confirmEmail' | 'changeEmail' | 'removeAccount';
  token_hash: Buffer;
  user_id: string;
}

export interface AdminLog {
  action: string;
  admin_profile_id: string | null;
  created_at: Timestamp;
  id: Generated<number>;
  profile_id: string | null;
  reason: Generated<string>;
  subject_id: string | null;
}

export interface AdminLogChain {
  entry_id: number;
  hash: Buffer;
  place: number;
}

export interface AdminLogHead {
  hash: Buffer;
  place: number;
  single: Generated<boolean>;
}

export interface AgeAnchors {
  added_at: Timestamp;
  certificate: Buffer;
  doc_type: string;
  fingerprint: string;
  id: string;
  not_after: Timestamp;
  subject: string;
}

export interface AgeCounts {
  count: number;
  day: string;
  method: string;
  outcome: string;
  place: string;
}

export interface AgeRequests {
  decided_at: Timestamp | null;
  decided_by: string | null;
  id: string;
  profile_id: string;
  reason: Generated<string>;
  requested_at: Timestamp;
  stage: Generated<'requested' | 'verified' | 'refused'>;
}

export interface AgeSettings {
  changed_by: string;
  created_at: Timestamp;
  reason: string;
  rules: Json;
  version: number;
}

export interface AgeTries {
  claimed: Generated<boolean>;
  code_hash: Buffer | null;
  cookie_hash: Buffer;
  device: 'same' | 'other';
  expires_at: Timestamp;
  id: string;
  method: string;
  outcome: 'over' | 'under' | 'refused' | 'unavailable' | null;
  place: string;
  secret: Buffer;
  state_hash: Buffer;
}

export interface AgeVerifications {
  profile_id: string;
  verified_at: Timestamp;
}

export interface Agreements {
  admin_id: string;
  agreed_at: Timestamp;
  reason: string;
  subject_id: string;
  value: Json;
}

export interface AiDecisions {
  decided_at: Timestamp;
  decided_by: string;
  id: string;
  label: 'none' | 'altered' | 'generated' | null;
  label_before: 'none' | 'altered' | 'generated' | null;
  overturned_at: Timestamp | null;
  owner_id: string;
  reason: string;
  target_id: string;
  target_kind: 'media' | 'post';
}

export interface AutomaticMessages {
  automation_id: string | null;
  created_at: Timestamp;
  decided_at: Timestamp | null;
  due_at: Timestamp;
  event_key: Generated<string>;
  id: string;
  message_id: string | null;
  producer_id: string;
  profile_id: string;
  skipped: 'blocked' | 'muted' | 'left' | 'notInList' | 'stopped' | null;
  trigger: 'follow' | 'firstSubscription' | 'renewal' | 'expiry' | 'firstPurchase' | 'birthday' | 'silence';
}

export interface AutomationMedia {
  automation_id: string;
  free: boolean;
  media_id: string;
  position: number;
}

export interface Automations {
  counts_from: Timestamp;
  created_at: Timestamp;
  delay_minutes: number;
  deleted_at: Timestamp | null;
  enabled: boolean;
  held_at: Timestamp | null;
  id: string;
  list_id: string | null;
  looked_at: Timestamp;
  period: number | null;
  price_centavos: number | null;
  producer_id: string;
  repeats: Generated<boolean>;
  text: string;
  trigger: 'follow' | 'firstSubscription' | 'renewal' | 'expiry' | 'firstPurchase' | 'birthday' | 'silence';
  updated_at: Timestamp;
}

export interface BankAccounts {
  created_at: Timestamp;
  destination_hash: Buffer;
  id: string;
  is_default: boolean;
  payable_at: Timestamp;
  profile_id: string;
  sealed: Buffer;
}

export interface BillData {
  accepted_at: Timestamp;
  profile_id: string;
  sealed: Buffer;
}

export interface BlockedPictures {
  created_at: Timestamp;
  created_by: string | null;
  hash: number | null;
  id: string;
  media_id: string | null;
  pdq: string | null;
  reason: string;
  request_id: string | null;
  sha256: Buffer | null;
}

export interface Blocks {
  blocked_id: string;
  blocker_id: string;
  created_at: Timestamp;
}

export interface Broadcasts {
  after_id: string | null;
  announced_id: string | null;
  announcing: Generated<boolean>;
  content_id: string;
  created_at: Timestamp;
  finished_at: Timestamp | null;
  held_at: Timestamp | null;
  id: string;
  owners: Generated<number>;
  prices: Generated<Json>;
  receivers: Generated<number>;
  resend_of: string | null;
  seen: Generated<number>;
  seen_at: Timestamp | null;
  selection: Json;
  send_at: Timestamp;
  sender_id: string;
  skipped: Generated<number>;
  state: 'scheduled' | 'sending' | 'sent' | 'cancelled' | 'unsent';
  stopped_at: Timestamp | null;
}

export interface CameraSettings {
  entry: 'everyone' | 'followers' | 'members' | 'subscribers' | 'list' | 'spenders';
  entry_list_id: string | null;
  entry_spent_centavos: number | null;
  group_size: number | null;
  minimum_minutes: number;
  party_calls: Generated<boolean>;
  party_charge: 'free' | 'minute' | 'ticket' | 'group';
  party_price_centavos: number | null;
  pauses_party: boolean;
  private_price_centavos: number | null;
  producer_id: string;
  recorded: boolean;
  reverse_camera: boolean;
  spy_price_centavos: number | null;
  ticket_price_centavos: number | null;
  updated_at: Timestamp;
}

export interface CardAttempts {
  at: Timestamp;
  bin: string | null;
  declined: boolean;
  device: Buffer | null;
  id: Generated<number>;
  network: Buffer;
  profile_id: string;
}

export interface CardKeys {
  jwk: Json;
  kid: string;
  made_at: Timestamp;
  sealed: string;
}

export interface CardUses {
  fingerprint: Buffer;
  kid: string;
  reference: string;
}

export interface CashOutEvents {
  at: Timestamp;
  cash_out_id: string;
  from_status: string | null;
  reason: string | null;
  source: 'person' | 'admin' | 'job' | 'webhook';
  to_status: string;
  version: number;
}

export interface CashOuts {
  amount_centavos: number;
  asked_at: Timestamp | null;
  created_at: Timestamp;
  day: string;
  destination: string;
  fee_centavos: number;
  finished_at: Timestamp | null;
  id: string;
  next_check_at: Timestamp | null;
  profile_id: string;
  provider: string;
  provider_ref: string | null;
  reason: string | null;
  sealed: Buffer | null;
  status: 'requested' | 'approved' | 'sent' | 'paid' | 'returned';
  version: Generated<number>;
  waits_for: string[] | null;
}

export interface ChargeEvents {
  at: Timestamp;
  charge_id: string;
  failure_code: string | null;
  from_status: string | null;
  paid_centavos: number;
  source: 'person' | 'webhook' | 'reconciliation' | 'admin';
  to_status: string;
  version: number;
}

export interface ChargeReviews {
  charge_id: string;
  decided_at: Timestamp | null;
  decided_by: string | null;
  decision: 'released' | 'reversed' | 'refunded' | 'chargedBack' | null;
  due_at: Timestamp;
  opened_at: Timestamp;
  profile_id: string;
  reason: 'acquirer' | 'firstCardPayment';
  transfer_id: string;
}

export interface Charges {
  amount_centavos: number;
  asked_at: Timestamp | null;
  brand_id: number | null;
  by_holder: Generated<boolean>;
  created_at: Timestamp;
  decline_class: 'irreversible' | 'reversible' | 'unknown' | 'unauthenticated' | null;
  decline_code: string | null;
  due_on: string | null;
  expires_at: Timestamp;
  failure_code: string | null;
  id: string;
  intent: Json | null;
  mandate_id: string | null;
  method: 'pix' | 'card' | 'boleto' | 'paypal' | 'picpay' | 'pixAutomatico';
  next_check_at: Timestamp | null;
  paid_at: Timestamp | null;
  paid_centavos: Generated<number>;
  payer_sealed: Buffer | null;
  /**
   * what to show the payer, by kind: the port's Presentment. Null until the gateway gave it
   */
  presentment: Json | null;
  profile_id: string;
  provider: string;
  provider_ref: string | null;
  purpose: Generated<Json>;
  saved_payment_id: string | null;
  status: 'created' | 'pending' | 'paid' | 'expired' | 'failed' | 'refunded' | 'charged_back' | 'review';
  version: Generated<number>;
}

export interface ChatMembers {
  chat_id: string;
  has_written: Generated<boolean>;
  last_message_at: Timestamp;
  muted_at: Timestamp | null;
  other_id: string;
  profile_id: string;
  read_seq: Generated<number>;
  unread_messages: Generated<number>;
  updated_at: Timestamp;
}

export interface ChatOptions {
  audience: 'everyone' | 'followers' | 'members';
  blocked_words: Generated<string[]>;
  free_list_id: string | null;
  members_free: boolean;
  only_tipped: boolean;
  price_centavos: number;
  profile_id: string;
  updated_at: Timestamp;
}

export interface Chats {
  created_at: Timestamp;
  id: string;
  last_seq: Generated<number>;
}

export interface CollectionPosts {
  collection_id: string;
  position: number;
  post_id: string;
}

export interface CollectionPurchases {
  buyer_id: string;
  collection_id: string;
  created_at: Timestamp;
  price_centavos: number;
  revoked_at: Timestamp | null;
  share_centavos: number;
  transfer_id: string;
}

export interface Collections {
  created_at: Timestamp;
  deleted_at: Timestamp | null;
  id: string;
  paused_at: Timestamp | null;
  price_centavos: number;
  producer_id: string;
  text: string;
  title: string;
}

export interface CommentLikes {
  comment_id: string;
  created_at: Timestamp;
  profile_id: string;
}

export interface Comments {
  author_id: string;
  created_at: Timestamp;
  deleted_at: Timestamp | null;
  id: string;
  parent_id: string | null;
  post_id: string;
  text: string;
  total_likes: Generated<number>;
}

export interface ConsentEntries {
  act: 'grant' | 'withdrawal' | 'refusal';
  hash: Buffer;
  id: string;
  media_id: string | null;
  network: string;
  performer_id: string;
  place: number;
  producer_id: string;
  scope: 'post' | 'message' | 'live' | 'download' | 'resale' | null;
  signed_at: Timestamp;
  signed_by: 'link' | 'copy' | 'earlierAnswer';
  text_version: number;
}

export interface ConsentEntriesHead {
  hash: Buffer;
  place: number;
  single: Generated<boolean>;
}

export interface ConsentRefunds {
  amount_centavos: number;
  buyer_id: string;
  owed_centavos: number;
  performer_id: string;
  producer_id: string;
  refunded_at: Timestamp;
  transfer_id: string;
}

export interface ContentReviews {
  cause: 'all' | 'newProducer' | 'strikes' | 'sample' | 'match' | 'report' | 'face';
  created_at: Timestamp;
  decided_at: Timestamp | null;
  decided_by: string | null;
  id: string;
  kind: 'post' | 'broadcast' | 'automation' | 'welcome' | 'avatar' | 'cover' | 'frames';
  note: Generated<string>;
  producer_id: string;
  reason: string | null;
  restored_at: Timestamp | null;
  state: Generated<'waiting' | 'approved' | 'refused'>;
  strike: Generated<boolean>;
  subject_id: string;
  version: Generated<number>;
}

export interface DataExports {
  bytes: number | null;
  expires_at: Timestamp | null;
  id: string;
  profile_id: string;
  ready_at: Timestamp | null;
  requested_at: Timestamp;
  state: Generated<'queued' | 'ready' | 'failed'>;
}

export interface DayCounts {
  count: number;
  day: string;
  decided: number[] | null;
  durations: number[] | null;
  figure: string;
  part: Generated<string>;
}

export interface DayCountState {
  counted_until: Timestamp;
  single: Generated<boolean>;
}

export interface Disputes {
  amount_centavos: number;
  answer_by: Timestamp | null;
  charge_id: string;
  decided_at: Timestamp | null;
  decided_by: string | null;
  decision: 'answered' | 'accepted' | null;
  opened_at: Timestamp;
  profile_id: string;
  reason: string | null;
  transfer_id: string;
}

export interface FailingItems {
  error: string;
  failures: number;
  first_failed_at: Timestamp;
  item_id: string;
  retry_at: Timestamp;
  work: string;
}

export interface FileHashes {
  media_id: string;
  position: number;
  sha256: Buffer;
}

export interface FirstStepsDismissals {
  dismissed_at: Timestamp;
  profile_id: string;
}

export interface FollowerHours {
  day: string;
  followers: number;
  hour: number;
  profile_id: string;
}

export interface FollowerMarks {
  hour: Timestamp;
  profile_id: string;
}

export interface Follows {
  created_at: Timestamp;
  followee_id: string;
  follower_id: string;
}

export interface FraudAlerts {
  about_id: string | null;
  decided_at: Timestamp | null;
  decided_by: string | null;
  decision: 'release' | 'refund' | 'block' | null;
  evidence: Json;
  hits: Generated<number>;
  id: string;
  last_at: Timestamp;
  opened_at: Timestamp;
  producer_id: string | null;
  reason: string | null;
  rule: 'declinesAccount' | 'declinesAddress' | 'declinesDevice' | 'declinesBin' | 'declinesAlarm' | 'pairDay' | 'pairWeek' | 'pairSales' | 'newPayer' | 'newPayers' | 'cardReview';
  subject: string;
}

export interface FraudSettings {
  changed_by: string;
  created_at: Timestamp;
  reason: string;
  settings: Json;
  version: number;
}

export interface GeolocationBlocks {
  city: string | null;
  city_key: string | null;
  country_code: string;
  created_at: Timestamp;
  id: string;
  profile_id: string;
  state_code: string | null;
}

export interface Goals {
  balance_centavos: Generated<number>;
  created_at: Timestamp;
  deleted_at: Timestamp | null;
  id: string;
  producer_id: string;
  reached_at: Timestamp | null;
  title: string;
  value_centavos: number;
}

export interface HeldCopies {
  content: Json;
  id: string;
  kind: string;
  owner_id: string;
  subject_id: string;
}

export interface HeldErasures {
  held_back_at: Timestamp;
  media_id: string;
}

export interface HelpTickets {
  answer: string | null;
  answered_at: Timestamp | null;
  answered_by: string | null;
  appeals: number | null;
  created_at: Timestamp;
  due_at: Timestamp | null;
  id: string;
  message: string;
  outcome: 'upheld' | 'overturned' | null;
  profile_id: string | null;
  refund_of: string | null;
  reminders: Generated<number>;
  removal_id: string | null;
  report_id: string | null;
  sealed_contact: Buffer | null;
  undone: Generated<boolean | null>;
}

export interface IdempotencyKeys {
  created_at: Timestamp;
  key: string;
  profile_id: string;
  reply: Json | null;
  request_hash: Buffer;
  route: string;
}

export interface Identities {
  linked_at: Timestamp;
  name: Generated<string>;
  provider: 'google' | 'facebook' | 'twitter';
  subject: string;
  user_id: string;
}

export interface InboundEvents {
  attempts: Generated<number>;
  error: string | null;
  event_key: string;
  headers: Json;
  processed_at: Timestamp | null;
  provider: string;
  raw: Buffer;
  received_at: Timestamp;
  sealed: Generated<boolean>;
}

export interface InboundRefusals {
  count: number;
  day: string;
  provider: string;
}

export interface InboxMails {
  html: Generated<string>;
  id: Generated<number>;
  message_id: string;
  received_at: Timestamp;
  recipient: string;
  subject: string;
  text: string;
}

export interface Installation {
  name: string;
  value: string;
}

export interface KnownDevices {
  device_hash: Buffer;
  last_seen_at: Timestamp;
  user_id: string;
}

export interface LapsedData {
  kind: string;
  lapsed_at: Timestamp;
  profile_id: string;
}

export interface LedgerAccountKinds {
  allow_negative: boolean;
  appended: boolean;
  daily: boolean;
  held: boolean;
  kind: string;
  owned: boolean;
}

export interface LedgerAccounts {
  allow_negative: boolean;
  balance: Generated<number>;
  id: Generated<number>;
  kind: string;
  label: Generated<string>;
  owner_profile_id: string | null;
}

export interface LedgerDailyTotals {
  account_id: number;
  amount: number;
  day: string;
  entries: number;
  transfer_kind: string;
}

export interface LedgerEntries {
  account_id: number;
  amount: number;
  created_at: Timestamp;
  id: Generated<number>;
  release_at: Timestamp | null;
  transfer_id: string;
}

export interface LedgerHolds {
  account_id: number;
  amount: number;
  release_at: Timestamp;
}

export interface LedgerRollups {
  brand_id: Generated<number>;
  day: string;
  fee_centavos: number;
  gross_centavos: number;
  kind: string;
  method: Generated<string>;
  net_centavos: number;
  reverses: Generated<string>;
  transfers: number;
}

export interface LedgerRollupState {
  counted_until: Timestamp;
  single: Generated<boolean>;
}

export interface LedgerTransfers {
  actor_profile_id: string | null;
  balance_after: number | null;
  created_at: Timestamp;
  id: string;
  idempotency_key: string;
  kind: string;
  memo: Json | null;
  reference_id: string | null;
  reference_type: string | null;
  request_hash: Buffer;
  reverses: string | null;
}

export interface LedgerUnfolded {
  account_id: number;
  amount: number;
  day: string;
  entries: number;
  id: Generated<number>;
  release_at: Timestamp | null;
  transfer_kind: string;
}

export interface LegalHolds {
  id: string;
  owner_id: string;
  placed_at: Timestamp;
  placed_by: string;
  reason: string;
  released_at: Timestamp | null;
  released_by: string | null;
  subject_id: string;
  subject_kind: 'account' | 'post' | 'media';
}

export interface ListMembers {
  added_at: Timestamp;
  list_id: string;
  profile_id: string;
}

export interface Lists {
  created_at: Timestamp;
  deleted_at: Timestamp | null;
  id: string;
  name: string;
  owner_id: string;
  rule: Json | null;
}

export interface LiveCalls {
  caller_id: string;
  created_at: Timestamp;
  ended_at: Timestamp | null;
  expires_at: Timestamp;
  id: string;
  live_id: string | null;
  price_centavos: number | null;
  producer_id: string;
  state: 'waiting' | 'accepted' | 'entered' | 'declined' | 'cancelled' | 'expired';
  type: number;
}

export interface LiveCuts {
  created_at: Timestamp;
  failed_at: Timestamp | null;
  from_ms: number;
  id: string;
  media_id: string | null;
  recording_id: string;
  title: string | null;
  to_ms: number;
}

export interface LiveDecisions {
  admin_id: string;
  created_at: Timestamp;
  decision: 'warn' | 'blur' | 'pause' | 'resume' | 'end';
  id: string;
  live_id: string;
  reason: string;
}

export interface LiveEntries {
  charge: 'minute' | 'ticket' | 'group';
  delivered_ms: Generated<number>;
  ended_at: Timestamp | null;
  entered_at: Timestamp;
  exit: 'left' | 'showEnded' | 'money' | 'limit' | 'removed' | null;
  fee_bps: number;
  id: string;
  live_id: string;
  low_at: Timestamp | null;
  low_reason: 'money' | 'limit' | null;
  minimum_minutes: number;
  paid_by: 'pix' | 'card' | null;
  price_centavos: number;
  profile_id: string;
  read_ms: Generated<number>;
  role: 'watcher' | 'spy';
  seen_at: Timestamp | null;
  started_at: Timestamp | null;
}

export interface LiveEventLogs {
  last_seq: Generated<number>;
  producer_id: string;
}

export interface LiveEvents {
  created_at: Timestamp;
  data: Json;
  from_id: string | null;
  id: string;
  producer_id: string;
  seq: number;
  subject_id: string;
  type: 'tip.received' | 'menu.ordered' | 'menu.done' | 'goal.reached' | 'show.started' | 'show.ended' | 'test';
}

export interface LiveFrames {
  batch_id: string | null;
  blocked: boolean;
  has_picture: boolean;
  hash: number;
  id: string;
  kind: 'regular' | 'face' | 'start' | 'report';
  live_id: string;
  report_id: string | null;
  taken_at: Timestamp;
}

export interface LiveIngestKeys {
  created_at: Timestamp;
  ending: string;
  held_until: Timestamp | null;
  id: string;
  key_hash: Buffer;
  label: string;
  live_id: string | null;
  peer_id: string | null;
  producer_id: string;
  used_at: Timestamp | null;
}

export interface LiveMenuItems {
  created_at: Timestamp;
  deleted_at: Timestamp | null;
  id: string;
  label: string;
  position: number;
  price_centavos: number;
  producer_id: string;
}

export interface LiveMessages {
  amount_centavos: number | null;
  client_key: string | null;
  created_at: Timestamp;
  deleted_at: Timestamp | null;
  done_at: Timestamp | null;
  goal_id: string | null;
  id: string;
  item_id: string | null;
  item_label: string | null;
  live_id: string;
  profile_id: string;
  text: string;
  transfer_id: string | null;
}

export interface LiveModerators {
  created_at: Timestamp;
  producer_id: string;
  profile_id: string;
}

export interface LivePayments {
  decided_at: Timestamp | null;
  entry_id: string;
  id: string;
  lock_id: string;
  locked_at: Timestamp;
  number: number;
  settlement_id: string | null;
  state: 'locked' | 'settled' | 'released' | 'reversed';
}

export interface LivePerformers {
  live_id: string;
  performer_id: string;
}

export interface LiveProgramPerformers {
  performer_id: string;
  producer_id: string;
}

export interface LiveRecordings {
  discarded_at: Timestamp | null;
  ended_at: Timestamp | null;
  id: string;
  kept_until: Timestamp | null;
  live_id: string;
  producer_id: string;
  started_at: Timestamp;
}

export interface LiveRestrictions {
  by_id: string;
  created_at: Timestamp;
  id: string;
  kind: 'mute' | 'kick' | 'ban' | 'banForGood';
  live_id: string | null;
  producer_id: string;
  profile_id: string;
  until: Timestamp | null;
}

export interface LiveRoomActs {
  action: string;
  actor_id: string;
  created_at: Timestamp;
  id: string;
  live_id: string | null;
  message_id: string | null;
  producer_id: string;
  profile_id: string | null;
}

export interface LiveRoomSettings {
  audience: 'everyone' | 'followers' | 'subscribers' | 'tippers';
  producer_id: string;
  slow_seconds: number;
  updated_at: Timestamp;
}

export interface Lives {
  billed_at: Timestamp | null;
  blurred_at: Timestamp | null;
  charge: Generated<'free' | 'minute' | 'ticket' | 'group'>;
  device_chosen_at: Timestamp | null;
  end_reason: 'producer' | 'lost' | 'neverPublished' | 'moderation' | 'suspended' | 'interrupted' | 'watcherLeft' | 'notEntered' | 'groupNotFilled' | null;
  ended_at: Timestamp | null;
  entry: Generated<'everyone' | 'followers' | 'members' | 'subscribers' | 'list' | 'spenders'>;
  entry_list_id: string | null;
  entry_spent_centavos: number | null;
  group_ready_at: Timestamp | null;
  group_size: number | null;
  id: string;
  minimum_minutes: Generated<number>;
  paused_at: Timestamp | null;
  pinned_message_id: string | null;
  price_per_minute_centavos: number | null;
  private_watcher_id: string | null;
  producer_id: string;
  program: string | null;
  published_at: Timestamp | null;
  publisher_lost_at: Timestamp | null;
  recorded: Generated<boolean>;
  recording_agreed_at: Timestamp | null;
  recording_asked_at: Timestamp | null;
  reverse_asked_by: string | null;
  reverse_camera: Generated<boolean>;
  reverse_since: Timestamp | null;
  segments: Generated<number>;
  sender_session_id: string | null;
  spy_price_centavos: number | null;
  started_at: Timestamp;
  ticket_price_centavos: number | null;
  title: Generated<string>;
  total_earnings_centavos: Generated<number>;
  total_watchers: Generated<number>;
  type: number;
  withheld_at: Timestamp | null;
}

export interface LiveSegments {
  discontinuity: number;
  duration_ms: number;
  live_id: string;
  made_at: Timestamp;
  number: number;
  recording_id: string | null;
  sequence: number;
  series: string;
}

export interface LiveViewers {
  announced: Generated<boolean>;
  city: string | null;
  id: string;
  joined_at: Timestamp;
  left_at: Timestamp | null;
  live_id: string;
  profile_id: string;
  read_at: Timestamp | null;
  read_ms: Generated<number>;
  read_sequence: number | null;
  read_window: Generated<number>;
  region: string | null;
  role: Generated<'watcher' | 'spy'>;
  session_id: string | null;
  via: Generated<'webrtc' | 'hls'>;
}

export interface Mails {
  created_at: Timestamp;
  failed_at: Timestamp | null;
  id: string;
  locale: 'pt' | 'en' | 'es';
  sealed: Buffer | null;
  sent_at: Timestamp | null;
  template: string;
}

export interface Mandates {
  amount_centavos: number;
  code_until: Timestamp;
  created_at: Timestamp;
  ended_by: 'payer' | 'us' | null;
  fan_id: string;
  id: string;
  next_check_at: Timestamp | null;
  payer_sealed: Buffer | null;
  producer_id: string;
  provider: string;
  provider_ref: string | null;
  starts_on: string;
  status: 'created' | 'waiting' | 'active' | 'ended';
  wish: Json;
}

export interface Media {
  ai_decided: 'none' | 'altered' | 'generated' | null;
  ai_declared: Generated<'none' | 'altered' | 'generated'>;
  ai_found: 'altered' | 'generated' | null;
  bucket: 'private' | 'public';
  bytes: number | null;
  content_type: string;
  created_at: Timestamp;
  duration_ms: number | null;
  encoding_asked_at: Timestamp | null;
  error_code: string | null;
  files_hashed_at: Timestamp | null;
  folder_id: string | null;
  hashed_at: Timestamp | null;
  height: number | null;
  id: string;
  in_gallery: Generated<boolean>;
  kept: Generated<boolean>;
  kind: Generated<'image' | 'video' | 'audio' | 'archive'>;
  last_error_code: string | null;
  last_error_detail: string | null;
  loudness: number | null;
  name: string | null;
  original_key: string;
  original_until: Timestamp | null;
  owner_id: string;
  perceptual_hash: number | null;
  perceptual_hash_mirror: number | null;
  playable_at: Timestamp | null;
  processed_at: Timestamp | null;
  progress: Generated<number>;
  purpose: 'post' | 'avatar' | 'cover';
  segment_key: Buffer | null;
  status: Generated<'created' | 'processing' | 'processed' | 'error'>;
  thumbhash: string | null;
  title: string | null;
  tries: Generated<number>;
  try_began_at: Timestamp | null;
  try_ended_at: Timestamp | null;
  upload_key: string;
  waveform: number[] | null;
  width: number | null;
}

export interface MediaCaptions {
  language: 'pt' | 'en' | 'es';
  media_id: string;
  updated_at: Timestamp;
  vtt: string;
}

export interface MediaCredentials {
  bytes: number;
  manifest: Buffer | null;
  media_id: string;
  name: string | null;
  position: Generated<number>;
  read_at: Timestamp;
  sha256: string;
  summary: Json | null;
}

export interface MediaDeclarations {
  declared_at: Timestamp;
  declared_by: string;
  id: string;
  media_id: string;
  performer_ids: string[];
}

export interface MediaFolders {
  created_at: Timestamp;
  id: string;
  name: string;
  owner_id: string;
}

export interface MediaFrameHashes {
  at_ms: number;
  hash: number;
  media_id: string;
}

export interface MediaPerformers {
  media_id: string;
  performer_id: string;
}

export interface MediaRenditions {
  bytes: number;
  content_type: string;
  details: Json | null;
  height: number | null;
  key: string;
  kind: string;
  media_id: string;
  width: number | null;
}

export interface MediaStreams {
  average_bits_per_second: number | null;
  bits_per_second: number;
  codecs: string;
  durations_ms: number[];
  frames_per_second: number | null;
  height: number | null;
  media_id: string;
  name: string;
  phase: 'first' | 'whole';
  position: number;
  width: number | null;
}

export interface MessageContentMedia {
  content_id: string;
  free: boolean;
  media_id: string;
  position: number;
}

export interface MessageContents {
  author_id: string;
  created_at: Timestamp;
  edited_at: Timestamp | null;
  id: string;
  price_centavos: number | null;
  text: string;
  text_locked: boolean;
  unsent_at: Timestamp | null;
  version: Generated<number>;
}

export interface MessagePurchases {
  buyer_id: string;
  content_id: string;
  created_at: Timestamp;
  id: string;
  owned_media: Generated<string[]>;
  price_centavos: number;
  share_centavos: number;
  transfer_id: string | null;
}

export interface MessageReactions {
  created_at: Timestamp;
  emoji: string;
  message_id: string;
  profile_id: string;
}

export interface Messages {
  broadcast_id: string | null;
  chat_id: string;
  client_key: string | null;
  content_id: string | null;
  created_at: Timestamp;
  edited_at: Timestamp | null;
  fee_centavos: Generated<number>;
  id: string;
  order_id: string | null;
  order_step: string | null;
  pinned_at: Timestamp | null;
  price_centavos: number | null;
  receiver_id: string;
  reply_to_id: string | null;
  sender_id: string;
  seq: number;
  show_type: number | null;
  text: string;
  unsent_at: Timestamp | null;
  writer: 'person' | 'team' | 'automation' | 'ai';
  writer_name: string | null;
}

export interface ModerationDecisions {
  code: string;
  contested: Generated<boolean>;
  decided_at: Timestamp;
  decided_by: string;
  erase_at: Timestamp | null;
  erased_at: Timestamp | null;
  id: string;
  origin: 'report' | 'removal' | 'moderation';
  origin_id: string;
  owner_id: string;
  reason: string;
  restored_at: Timestamp | null;
  restored_by: string | null;
  sealed: Buffer | null;
  target_id: string;
  target_kind: 'post' | 'media' | 'comment' | 'message' | 'order' | 'profile' | 'live';
}

export interface MonthlyPacks {
  bytes: number | null;
  id: string;
  month: string;
  ready_at: Timestamp | null;
  requested_at: Timestamp;
  sha256: Buffer | null;
  state: Generated<'queued' | 'ready' | 'failed'>;
}

export interface NewPayers {
  first_at: Timestamp;
  payer_id: string;
  producer_id: string;
}

export interface Notifications {
  amount_centavos: number | null;
  created_at: Timestamp;
  digest_at: Timestamp | null;
  from_profile_id: string | null;
  id: string;
  pending: Generated<boolean>;
  post_id: string | null;
  profile_id: string;
  read_at: Timestamp | null;
  text: string | null;
  type: string;
}

export interface NotificationSettings {
  email: Generated<Json>;
  in_app_off: Generated<string[]>;
  profile_id: string;
  push: Generated<Json>;
  push_details: Generated<boolean>;
  quiet_from: number | null;
  quiet_until: number | null;
  time_zone: Generated<string>;
  updated_at: Timestamp;
}

export interface Orders {
  content_id: string | null;
  created_at: Timestamp;
  decided_by: string | null;
  delivery_days: number | null;
  dispute: string | null;
  disputed_at: Timestamp | null;
  due_at: Timestamp | null;
  fan_id: string;
  fee_bps: number | null;
  id: string;
  max_price_centavos: number | null;
  note: Generated<string>;
  paid_by: 'pix' | 'card' | null;
  price_centavos: number | null;
  producer_id: string;
  reason: string | null;
  review_until: Timestamp | null;
  settlement_id: string | null;
  status: 'requested' | 'offered' | 'declined' | 'withdrawn' | 'accepted' | 'delivered' | 'disputed' | 'settled' | 'expired' | 'refunded';
  text: string;
  transfer_id: string | null;
  updated_at: Timestamp;
}

export interface Outbox {
  audience: string[];
  created_at: Generated<Timestamp>;
  event: string;
  id: Generated<number>;
  payload: Json;
}

export interface OverlayLinks {
  created_at: Timestamp;
  ending: string;
  id: string;
  key_hash: Buffer;
  label: string;
  producer_id: string;
  used_at: Timestamp | null;
}

export interface OverlayToys {
  busy_until: Timestamp | null;
  items: Generated<Json>;
  last_seq: Generated<number>;
  levels: Generated<Json>;
  paired_at: Timestamp | null;
  pending_uid: string | null;
  producer_id: string;
  queue: string;
  reachable: Generated<boolean>;
  toys: Generated<Json>;
  uid: string | null;
}

export interface Passkeys {
  counter: number;
  created_at: Timestamp;
  id: string;
  last_used_at: Timestamp | null;
  name: string;
  public_key: Buffer;
  transports: string[];
  user_id: string;
}

export interface PaymentRefunds {
  amount_centavos: number;
  asked_at: Timestamp | null;
  attempts: Generated<number>;
  charge_id: string;
  created_at: Timestamp;
  finished_at: Timestamp | null;
  from_locked: Generated<boolean>;
  id: string;
  next_try_at: Timestamp;
  other_refs: string[] | null;
  profile_id: string;
  provider_ref: string | null;
  receipt_centavos: number | null;
  receipt_ref: string | null;
  status: Generated<'requested' | 'done' | 'failed'>;
  transfer_id: string;
}

export interface PayoutRules {
  card_review_centavos: number | null;
  changed_at: Timestamp;
  hold_centavos: number | null;
  hold_reason: string | null;
  hold_until: Timestamp | null;
  producer_id: string;
  reserve_percent: number | null;
  review: 'usual' | 'always' | 'never';
}

export interface Performers {
  answered_at: Timestamp | null;
  consent: Generated<'asked' | 'given' | 'refused' | 'withdrawn'>;
  created_at: Timestamp;
  document_hash: Buffer;
  email_hash: Buffer | null;
  id: string;
  producer_id: string;
  reason: Generated<string>;
  review: Generated<'waiting' | 'approved' | 'rejected' | 'revoked'>;
  reviewed_at: Timestamp | null;
  reviewed_by: string | null;
  sealed: Buffer | null;
  stage_name: string;
  token_expires_at: Timestamp | null;
  token_hash: Buffer | null;
}

export interface PictureHashes {
  hash: string;
  media_id: string;
  position: number;
  quality: number;
}

export interface PolicyAcceptances {
  accepted_at: Timestamp;
  policy: 'terms' | 'privacy' | 'cookies' | 'contract';
  profile_id: string;
  version: string;
}

export interface PolicyVersions {
  in_force_at: Timestamp;
  notified_at: Timestamp | null;
  notified_through: string | null;
  policy: 'terms' | 'privacy' | 'cookies' | 'contract';
  published_at: Timestamp;
  texts: Json;
  version: string;
}

export interface PostAnnouncements {
  created_at: Timestamp;
  followed_at: Timestamp | null;
  follower_id: string | null;
  post_id: string;
}

export interface PostDeclarations {
  declared_at: Timestamp;
  declared_by: string;
  id: string;
  performer_ids: string[];
  post_id: string;
}

export interface PostLikes {
  created_at: Timestamp;
  post_id: string;
  profile_id: string;
}

export interface PostMedia {
  free_seconds: number | null;
  media_id: string;
  position: number;
  post_id: string;
  trailer_failed: Generated<boolean>;
}

export interface PostMentions {
  decided_at: Timestamp | null;
  post_id: string;
  profile_id: string;
}

export interface PostPerformers {
  performer_id: string;
  post_id: string;
}

export interface Posts {
  active_days: number | null;
  ai_decided: 'none' | 'altered' | 'generated' | null;
  ai_declared: Generated<'none' | 'altered' | 'generated'>;
  announced: Generated<boolean>;
  archived_at: Timestamp | null;
  audience: 'public' | 'members';
  counted: Generated<boolean>;
  created_at: Timestamp;
  deleted_at: Timestamp | null;
  draft: Generated<boolean>;
  edited_at: Timestamp | null;
  expires_at: Timestamp | null;
  featured_at: Timestamp | null;
  held_at: Timestamp | null;
  id: string;
  pinned: Generated<boolean>;
  playable_at: Timestamp | null;
  price_centavos: number | null;
  profile_id: string;
  start_when: Timestamp;
  status: 'error' | 'processed' | 'replicating' | 'transcoding' | 'queue' | 'temporary_processing' | 'temporary_processed' | 'watermarking' | 'watermarked' | 'processing' | 'created';
  text: Generated<string>;
  tips_enabled: Generated<boolean>;
  total_comments: Generated<number>;
  total_likes: Generated<number>;
  withheld_at: Timestamp | null;
}

export interface PostSaves {
  created_at: Timestamp;
  post_id: string;
  profile_id: string;
}

export interface PostTags {
  post_id: string;
  tag: string;
}

export interface ProducerRequests {
  decided_at: Timestamp | null;
  decided_by: string | null;
  document_hash: Buffer;
  id: string;
  profile_id: string;
  reason: Generated<string>;
  requested_at: Timestamp;
  sealed: Buffer | null;
  stage: Generated<'requested' | 'approved' | 'rejected'>;
  token_expires_at: Timestamp | null;
  token_hash: Buffer | null;
}

export interface ProfileContacts {
  profile_id: string;
  sealed: Buffer;
  updated_at: Timestamp;
}

export interface ProfileLikes {
  created_at: Timestamp;
  liker_id: string;
  profile_id: string;
}

export interface ProfileListings {
  counters_moved: Generated<boolean>;
  listed_at: Timestamp;
  popularity: Generated<number>;
  price_centavos: number | null;
  profile_id: string;
  recent_posts: Generated<number>;
  recent_until: Timestamp | null;
  stale: Generated<boolean>;
  total_pictures: Generated<number>;
  total_videos: Generated<number>;
}

export interface ProfileNotes {
  created_at: Timestamp;
  profile_id: string;
  raw: string;
  updated_at: Timestamp;
  writer_id: string;
}

export interface Profiles {
  about: Generated<string>;
  avatar_media_id: string | null;
  comments_enabled: Generated<boolean>;
  cover_media_id: string | null;
  created_at: Timestamp;
  default_language: 'pt' | 'en' | 'es' | null;
  display_name: string;
  domain_name: string;
  fee_bps: number | null;
  gender: 'woman' | 'man' | 'trans' | 'nonBinary' | 'couple' | null;
  held_avatar_media_id: string | null;
  held_cover_media_id: string | null;
  id: string;
  last_seen_at: Timestamp | null;
  producer_stage: Generated<'member' | 'requested' | 'approved' | 'rejected' | 'suspended'>;
  shown_only_in: string[] | null;
  total_followers: Generated<number>;
  total_following: Generated<number>;
  total_likes: Generated<number>;
  total_posts: Generated<number>;
  total_profile_likes: Generated<number>;
  user_id: string;
}

export interface ProfileTags {
  posts: number;
  profile_id: string;
  tag: string;
}

export interface ProfileViews {
  profile_id: string;
  seen_at: Timestamp;
  viewer_id: string;
}

export interface PushDevices {
  created_at: Timestamp;
  endpoint_hash: Buffer;
  id: string;
  name: string;
  profile_id: string;
  sealed: Buffer;
  session_id: string;
}

export interface RecoveryCodes {
  code_hash: Buffer;
  user_id: string;
}

export interface RemovalHashes {
  hash: string;
  plain: Generated<boolean>;
  request_id: string;
}

export interface RemovalItems {
  distance: Generated<number>;
  exact: Generated<boolean>;
  found_at: Timestamp;
  media_id: string;
  plain: Generated<boolean>;
  removed: Generated<boolean>;
  request_id: string;
  via: 'link' | 'picture' | 'copy' | 'later';
}

export interface RemovalLinks {
  link: string;
  position: number;
  request_id: string;
  target_id: string | null;
  target_kind: 'post' | 'media' | null;
}

export interface RemovalRequests {
  by_representative: boolean;
  confirmed_at: Timestamp | null;
  created_at: Timestamp;
  decided_at: Timestamp | null;
  decided_by: string | null;
  due_at: Timestamp | null;
  ground: 'intimateImage' | 'minor' | 'consentWithdrawn' | 'generated';
  id: string;
  outcome: 'removed' | 'refused' | null;
  performer_id: string | null;
  reason: Generated<string>;
  reference: string;
  reminders: Generated<number>;
  sealed: Buffer | null;
  searched_at: Timestamp | null;
  token_hash: Buffer;
}

export interface Reports {
  address_key: Buffer | null;
  created_at: Timestamp;
  decided_at: Timestamp | null;
  decided_by: string | null;
  decision_reason: Generated<string>;
  due_at: Timestamp;
  id: string;
  outcome: 'removed' | 'dismissed' | null;
  reason: 'minor' | 'terrorism' | 'intimateImage' | 'noConsent' | 'violence' | 'fraud' | 'copyright' | 'harassment' | 'other';
  reference: Generated<string>;
  reminders: Generated<number>;
  reporter_id: string | null;
  sealed_contact: Buffer | null;
  sealed_evidence: Buffer | null;
  target_id: string;
  target_kind: 'post' | 'media' | 'message' | 'comment' | 'profile' | 'live' | 'order';
  text: Generated<string>;
}

export interface ReviewSettings {
  changed_by: string;
  created_at: Timestamp;
  reason: string;
  settings: Json;
  version: number;
}

export interface RotatedRefreshTokens {
  refresh_hash: Buffer;
  rotated_at: Timestamp;
  session_id: string;
}

export interface SavedPayments {
  bin6: string | null;
  brand_id: number | null;
  created_at: Timestamp;
  details_sealed: Buffer;
  expires: string | null;
  holder: string;
  id: string;
  is_default: boolean;
  last4: string | null;
  network_ref: string | null;
  payment_type: 'card' | 'picpay';
  profile_id: string;
  provider: string | null;
  ready_at: Timestamp | null;
  refused_at: Timestamp | null;
  token: string | null;
}

export interface SavedReplies {
  created_at: Timestamp;
  id: string;
  producer_id: string;
  text: string;
  title: string;
  updated_at: Timestamp;
}

export interface Sessions {
  address: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  id: string;
  last_used_at: Timestamp;
  place: Generated<string>;
  previous_refresh_hash: Buffer | null;
  proved_at: Timestamp | null;
  refresh_hash: Buffer;
  revoke_reason: string | null;
  revoked_at: Timestamp | null;
  rotated_at: Timestamp;
  second_factor: Generated<boolean>;
  user_agent: Generated<string>;
  user_id: string;
}

export interface SpendLimits {
  day_centavos: number | null;
  month_centavos: number | null;
  next_at: Timestamp | null;
  next_day_centavos: number | null;
  next_month_centavos: number | null;
  profile_id: string;
  undo_day_centavos: number | null;
  undo_month_centavos: number | null;
  undo_until: Timestamp | null;
  updated_at: Timestamp;
}

export interface StaffInvitations {
  created_at: Timestamp;
  email: string;
  expires_at: Timestamp;
  id: string;
  invited_by: string;
  role: 'owner' | 'finance' | 'moderation' | 'support' | 'readOnly';
  token_hash: Buffer;
}

export interface StaffNotes {
  author_id: string;
  created_at: Timestamp;
  id: string;
  profile_id: string;
  text: string;
}

export interface StaleDays {
  day: string;
}

export interface StatementDays {
  credited: Generated<number>;
  day: string;
  error: string | null;
  lines: Generated<number>;
  matched_at: Timestamp | null;
  provider: string;
  received_centavos: Generated<number>;
}

export interface StatementDifferences {
  cash_out_id: string | null;
  charge_id: string | null;
  charge_status: string | null;
  day: string;
  found_at: Timestamp;
  id: string;
  kind: 'unknown' | 'amount' | 'state' | 'missing' | 'contradiction' | 'undecided';
  ours_centavos: number | null;
  provider: string;
  reason: string | null;
  ref: string;
  settled_at: Timestamp | null;
  settled_by: string | null;
  theirs_centavos: number | null;
}

export interface StrictLimits {
  full_at_ms: number;
  key_hash: Buffer;
}

export interface SubscriptionPeriods {
  amount_centavos: number;
  created_at: Timestamp;
  during: string;
  id: string;
  months: number;
  promotion_id: string | null;
  subscription_id: string;
  transfer_id: string | null;
}

export interface Subscriptions {
  anchor_at: Timestamp;
  collection_id: string | null;
  created_at: Timestamp;
  failed_attempts: Generated<number>;
  fan_id: string;
  id: string;
  leave_reason: 'price' | 'content' | 'frequency' | 'pause' | 'other' | null;
  mandate_id: string | null;
  months_paid: Generated<number>;
  paid_until: Timestamp;
  price_centavos: number;
  producer_id: string;
  promotion_centavos: number | null;
  promotion_months_left: Generated<number>;
  remind_at: Timestamp | null;
  renew_at: Timestamp | null;
  stop_reason: 'fan' | 'planEnded' | 'priceRose' | 'unpaid' | 'permissionEnded' | null;
  undone: Generated<number>;
}

export interface TierBundles {
  created_at: Timestamp;
  deleted_at: Timestamp | null;
  discount_bps: number;
  id: string;
  months: number;
  tier_id: string;
}

export interface TierPromotionCodes {
  code: string;
  promotion_id: string;
  tier_id: string;
}

export interface TierPromotions {
  active_days: number;
  created_at: Timestamp;
  deleted_at: Timestamp | null;
  discount_bps: number | null;
  discount_months: number | null;
  ends_at: Timestamp;
  id: string;
  max_users: number;
  start_when: Timestamp;
  tier_id: string;
  trial_days: number | null;
  users: Generated<number>;
}

export interface TierRedemptions {
  created_at: Timestamp;
  profile_id: string;
  promotion_id: string;
}

export interface Tiers {
  created_at: Timestamp;
  deleted_at: Timestamp | null;
  id: string;
  price_centavos: number;
  price_id: string;
  producer_id: string;
}

export interface TotpSecrets {
  confirmed_at: Timestamp | null;
  created_at: Timestamp;
  last_step: Generated<number>;
  sealed: Buffer;
  user_id: string;
}

export interface Uploads {
  bytes: number;
  created_at: Timestamp;
  declared: boolean;
  in_parts: Generated<boolean>;
  key: string;
  owner_id: string;
}

export interface Users {
  block_ends_at: Timestamp | null;
  block_reason: Generated<string>;
  blocked_at: Timestamp | null;
  created_at: Timestamp;
  email: string;
  email_confirmed_at: Timestamp | null;
  id: string;
  password_hash: string | null;
  removed_at: Timestamp | null;
  role: Generated<'member' | 'admin'>;
  staff_role: 'owner' | 'finance' | 'moderation' | 'support' | 'readOnly' | null;
  stage_before_block: string | null;
}

export interface ViewDays {
  day: string;
  post_id: string | null;
  profile_id: string;
  views: number;
}

export interface ViewHours {
  day: string;
  hour: number;
  profile_id: string;
  views: number;
}

export interface ViewMarks {
  day: string;
  subject_id: string;
  viewer: Buffer;
}

export interface ViewSalts {
  day: string;
  salt: Buffer;
}

export interface WatchDays {
  day: string;
  post_id: string;
  profile_id: string;
  seconds: number;
}

export interface WatchMarks {
  day: string;
  post_id: string;
  seconds: number;
  viewer: Buffer;
}

export interface WatchViewers {
  day: string;
  seconds: number;
  since: Timestamp;
  viewer: Buffer;
}

export interface WebhookDeliveries {
  attempts: Generated<number>;
  created_at: Timestamp;
  event_id: string;
  id: string;
  problem: 'refused' | 'unreachable' | 'timeout' | null;
  state: Generated<'waiting' | 'delivered' | 'failed'>;
  status: number | null;
  tried_at: Timestamp | null;
  webhook_id: string;
}

export interface Webhooks {
  created_at: Timestamp;
  disabled_at: Timestamp | null;
  former_secret: Buffer | null;
  former_until: Timestamp | null;
  id: string;
  last_seq: number;
  producer_id: string;
  rotated_at: Timestamp | null;
  secret: Buffer;
  url: string;
}

export interface WelcomeMessageMedias {
  media_id: string;
  position: number;
  welcome_message_id: string;
}

export interface WelcomeMessages {
  held_at: Timestamp | null;
  id: string;
  message: string;
  profile_id: string;
  updated_at: Timestamp;
}

export interface Withholdings {
  cause: 'report' | 'decision' | 'removal';
  cause_id: string;
  from_owner: boolean;
  id: string;
  released_at: Timestamp | null;
  target_id: string;
  target_kind: 'post' | 'media' | 'comment' | 'message';
  whole_posts: Generated<boolean>;
  withheld_at: Timestamp;
}

export interface WorkItems {
  assigned_to: string | null;
  claimed_by: string | null;
  claimed_until: Timestamp | null;
  kind: string;
  snoozed_until: Timestamp | null;
  subject_id: string;
  updated_at: Timestamp;
}

export interface DB {
  access: Access;
  access_records: AccessRecords;
  account_links: AccountLinks;
  admin_log: AdminLog;
  admin_log_chain: AdminLogChain;
  admin_log_head: AdminLogHead;
  age_anchors: AgeAnchors;
  age_counts: AgeCounts;
  age_requests: AgeRequests;
  age_settings: AgeSettings;
  age_tries: AgeTries;
  age_verifications: AgeVerifications;
  agreements: Agreements;
  ai_decisions: AiDecisions;
  automatic_messages: AutomaticMessages;
  automation_media: AutomationMedia;
  automations: Automations;
  bank_accounts: BankAccounts;
  bill_data: BillData;
  blocked_pictures: BlockedPictures;
  blocks: Blocks;
  broadcasts: Broadcasts;
  camera_settings: CameraSettings;
  card_attempts: CardAttempts;
  card_keys: CardKeys;
  card_uses: CardUses;
  cash_out_events: CashOutEvents;
  cash_outs: CashOuts;
  charge_events: ChargeEvents;
  charge_reviews: ChargeReviews;
  charges: Charges;
  chat_members: ChatMembers;
  chat_options: ChatOptions;
  chats: Chats;
  collection_posts: CollectionPosts;
  collection_purchases: CollectionPurchases;
  collections: Collections;
  comment_likes: CommentLikes;
  comments: Comments;
  consent_entries: ConsentEntries;
  consent_entries_head: ConsentEntriesHead;
  consent_refunds: ConsentRefunds;
  content_reviews: ContentReviews;
  data_exports: DataExports;
  day_count_state: DayCountState;
  day_counts: DayCounts;
  disputes: Disputes;
  failing_items: FailingItems;
  file_hashes: FileHashes;
  first_steps_dismissals: FirstStepsDismissals;
  follower_hours: FollowerHours;
  follower_marks: FollowerMarks;
  follows: Follows;
  fraud_alerts: FraudAlerts;
  fraud_settings: FraudSettings;
  geolocation_blocks: GeolocationBlocks;
  goals: Goals;
  held_copies: HeldCopies;
  held_erasures: HeldErasures;
  help_tickets: HelpTickets;
  idempotency_keys: IdempotencyKeys;
  identities: Identities;
  inbound_events: InboundEvents;
  inbound_refusals: InboundRefusals;
  inbox_mails: InboxMails;
  installation: Installation;
  known_devices: KnownDevices;
  lapsed_data: LapsedData;
  ledger_account_kinds: LedgerAccountKinds;
  ledger_accounts: LedgerAccounts;
  ledger_daily_totals: LedgerDailyTotals;
  ledger_entries: LedgerEntries;
  ledger_holds: LedgerHolds;
  ledger_rollup_state: LedgerRollupState;
  ledger_rollups: LedgerRollups;
  ledger_transfers: LedgerTransfers;
  ledger_unfolded: LedgerUnfolded;
  legal_holds: LegalHolds;
  list_members: ListMembers;
  lists: Lists;
  live_calls: LiveCalls;
  live_cuts: LiveCuts;
  live_decisions: LiveDecisions;
  live_entries: LiveEntries;
  live_event_logs: LiveEventLogs;
  live_events: LiveEvents;
  live_frames: LiveFrames;
  live_ingest_keys: LiveIngestKeys;
  live_menu_items: LiveMenuItems;
  live_messages: LiveMessages;
  live_moderators: LiveModerators;
  live_payments: LivePayments;
  live_performers: LivePerformers;
  live_program_performers: LiveProgramPerformers;
  live_recordings: LiveRecordings;
  live_restrictions: LiveRestrictions;
  live_room_acts: LiveRoomActs;
  live_room_settings: LiveRoomSettings;
  live_segments: LiveSegments;
  live_viewers: LiveViewers;
  lives: Lives;
  mails: Mails;
  mandates: Mandates;
  media: Media;
  media_captions: MediaCaptions;
  media_credentials: MediaCredentials;
  media_declarations: MediaDeclarations;
  media_folders: MediaFolders;
  media_frame_hashes: MediaFrameHashes;
  media_performers: MediaPerformers;
  media_renditions: MediaRenditions;
  media_streams: MediaStreams;
  message_content_media: MessageContentMedia;
  message_contents: MessageContents;
  message_purchases: MessagePurchases;
  message_reactions: MessageReactions;
  messages: Messages;
  moderation_decisions: ModerationDecisions;
  monthly_packs: MonthlyPacks;
  new_payers: NewPayers;
  notification_settings: NotificationSettings;
  notifications: Notifications;
  orders: Orders;
  outbox: Outbox;
  overlay_links: OverlayLinks;
  overlay_toys: OverlayToys;
  passkeys: Passkeys;
  payment_refunds: PaymentRefunds;
  payout_rules: PayoutRules;
  performers: Performers;
  picture_hashes: PictureHashes;
  policy_acceptances: PolicyAcceptances;
  policy_versions: PolicyVersions;
  post_announcements: PostAnnouncements;
  post_declarations: PostDeclarations;
  post_likes: PostLikes;
  post_media: PostMedia;
  post_mentions: PostMentions;
  post_performers: PostPerformers;
  post_saves: PostSaves;
  post_tags: PostTags;
  posts: Posts;
  producer_requests: ProducerRequests;
  profile_contacts: ProfileContacts;
  profile_likes: ProfileLikes;
  profile_listings: ProfileListings;
  profile_notes: ProfileNotes;
  profile_tags: ProfileTags;
  profile_views: ProfileViews;
  profiles: Profiles;
  push_devices: PushDevices;
  recovery_codes: RecoveryCodes;
  removal_hashes: RemovalHashes;
  removal_items: RemovalItems;
  removal_links: RemovalLinks;
  removal_requests: RemovalRequests;
  reports: Reports;
  review_settings: ReviewSettings;
  rotated_refresh_tokens: RotatedRefreshTokens;
  saved_payments: SavedPayments;
  saved_replies: SavedReplies;
  sessions: Sessions;
  spend_limits: SpendLimits;
  staff_invitations: StaffInvitations;
  staff_notes: StaffNotes;
  stale_days: StaleDays;
  statement_days: StatementDays;
  statement_differences: StatementDifferences;
  strict_limits: StrictLimits;
  subscription_periods: SubscriptionPeriods;
  subscriptions: Subscriptions;
  tier_bundles: TierBundles;
  tier_promotion_codes: TierPromotionCodes;
  tier_promotions: TierPromotions;
  tier_redemptions: TierRedemptions;
  tiers: Tiers;
  totp_secrets: TotpSecrets;
  uploads: Uploads;
  users: Users;
  view_days: ViewDays;
  view_hours: ViewHours;
  view_marks: ViewMarks;
  view_salts: ViewSalts;
  watch_days: WatchDays;
  watch_marks: WatchMarks;
  watch_viewers: WatchViewers;
  webhook_deliveries: WebhookDeliveries;
  webhooks: Webhooks;
  welcome_message_medias: WelcomeMessageMedias;
  welcome_messages: WelcomeMessages;
  withholdings: Withholdings;
  work_items: WorkItems;
}

