// Branded identifiers (UUIDv7): a profile's id can't be passed where a post's is asked.

/** The id of one kind of thing. */
export type Id<Kind extends string> = string & { readonly __id: Kind };

export type UserId = Id<'user'>;
export type ProfileId = Id<'profile'>;
export type SessionId = Id<'session'>;
export type PostId = Id<'post'>;
export type MediaId = Id<'media'>;
export type FolderId = Id<'folder'>;
export type CommentId = Id<'comment'>;
export type TransferId = Id<'transfer'>;
export type ChargeId = Id<'charge'>;
export type GeoBlockId = Id<'geoBlock'>;
export type NotificationId = Id<'notification'>;
export type DeviceId = Id<'device'>;
export type ProducerRequestId = Id<'producerRequest'>;
export type PerformerId = Id<'performer'>;
export type TierId = Id<'tier'>;
export type BundleId = Id<'bundle'>;
export type PromotionId = Id<'promotion'>;
export type SubscriptionId = Id<'subscription'>;
export type MandateId = Id<'mandate'>;
export type GoalId = Id<'goal'>;
export type SavedPaymentId = Id<'savedPayment'>;
export type BankAccountId = Id<'bankAccount'>;
export type CashOutId = Id<'cashOut'>;
export type StatementDifferenceId = Id<'statementDifference'>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Whether a text is an id in its stored form, lower case, so that nothing is asked for one that
 * can't exist.
 */
export const isUuid = (text: string | undefined): boolean => UUID.test(text ?? '');
