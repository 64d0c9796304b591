// Ids of resources that belong to other people: fixtures.ts creates them, cases.ts and refusals.ts
// name them.

/** Resources of the refusals that need a particular owner or state (refusals.ts). */
export type SpecialResources = {
  fanId: string;
  /**
   * Resources of the calling producer, for the refusals of acts on oneself. Their posts take no
   * comments.
   */
  ownId: string;
  ownPostId: string;
  ownGoalId: string;
  ownCollectionId: string;
  /** A producer who has blocked every caller. */
  shyId: string;
  shyGoalId: string;
  shyCollectionId: string;
  shyLiveId: string;
  /** A collection of another producer. */
  collectionId: string;
  shyCommentId: string;
  commentUnderShyId: string;
  /**
   * An open post of another producer, and a comment under it that the calling member wrote and
   * deleted.
   */
  openPostId: string;
  goneCommentId: string;
  noTipsPostId: string;
  /**
   * Saved payments of the calling member: one that is no card, a card that its bank refuses for
   * good, one of a gateway that is not configured, and one that its network has not activated.
   */
  ownAccountId: string;
  refusedCardId: string;
  strandedCardId: string;
  activatingCardId: string;
  /** A payout that was paid, so it can't be decided again. */
  decidedCashOutId: string;
};

/** Resources of other people: no caller of the walk may read or change them. */
export type ForeignResources = SpecialResources & {
  /** A conversation of two other people, and a message in it. */
  chatId: string;
  messageId: string;
  /** A list of another producer. */
  automationId: string;
  savedReplyId: string;
  listId: string;
  /** An order of two other people. */
  orderId: string;
  /** A live show of another producer. */
  liveId: string;
  /** A call to another producer. */
  callId: string;
  /** An item of the tip menu of another producer. */
  menuItemId: string;
  /** A mass message of another producer. */
  broadcastId: string;
  sessionId: string;
  exportId: string;
  passkeyId: string;
  /** A browser of another person that gets Web Push. */
  deviceId: string;
  passkeyTicket: string;
  hiddenPostId: string;
  lockedPostId: string;
  commentId: string;
  lockedCommentId: string;
  /** An image of another producer's open post. */
  postMediaId: string;
  chargeId: string;
  uploadKey: string;
  geoBlockId: string;
  avatarKey: string;
  producerId: string;
  /** A performer of another producer, consented and approved. */
  performerId: string;
  tierId: string;
  bundleId: string;
  goalId: string;
  savedPaymentId: string;
  bankAccountId: string;
  folderId: string;
  /** A ledger transfer of another person. */
  transferId: string;
};
