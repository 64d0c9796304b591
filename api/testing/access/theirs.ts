// What the access walk knows of other people's things: ids that world.ts makes and cases.ts asks
// for.

/** What particular refusals need (refusals.ts). */
export type MoreOfTheirs = {
  fanId: string;
  /**
   * Of the walk's own producer: nobody tips, follows or blocks themself. Her posts take no
   * comments.
   */
  ownId: string;
  ownPostId: string;
  ownGoalId: string;
  /** She has blocked everybody of the walk. */
  shyId: string;
  shyGoalId: string;
  shyCommentId: string;
  commentUnderShyId: string;
  /**
   * An open post of somebody else's, and a comment under it that its author, of the walk, deleted.
   */
  openPostId: string;
  goneCommentId: string;
  noTipsPostId: string;
  /**
   * Of the walk's own member: what is no card, a card that its bank refuses for good, one that no
   * gateway here keeps, and one that its network has not activated.
   */
  ownAccountId: string;
  refusedCardId: string;
  strandedCardId: string;
  activatingCardId: string;
  /** It was paid: there is nothing left to decide. */
  decidedCashOutId: string;
};

/** Things of other people: none of the roles may read or change them. */
export type Theirs = MoreOfTheirs & {
  sessionId: string;
  exportId: string;
  passkeyId: string;
  passkeyTicket: string;
  hiddenPostId: string;
  lockedPostId: string;
  commentId: string;
  lockedCommentId: string;
  /** A picture of somebody else's open post. */
  postMediaId: string;
  chargeId: string;
  uploadKey: string;
  geoBlockId: string;
  avatarKey: string;
  producerId: string;
  /** On somebody else's list, consented and approved. */
  performerId: string;
  tierId: string;
  bundleId: string;
  goalId: string;
  savedPaymentId: string;
  bankAccountId: string;
  folderId: string;
  /** A movement of somebody else's. */
  transferId: string;
};
