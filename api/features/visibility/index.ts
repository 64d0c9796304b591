// Which profiles are hidden from a requester: SQL that every feature includes in its statements. It
// depends on no other feature.
export {
  hiddenAmong,
  hiddenFrom,
  hiddenFromPerson,
  hiddenPairs,
  isBlockedAccount,
  isHidden,
  isHiddenFromSome,
  isHiddenProfile,
  isRemovedAccount,
  notLocatedFrom,
  placeColumns,
  requesterAt,
  requesterRow,
  requesterRows,
  requestersAt,
  requestersValues,
  requesterValues,
} from './store.ts';
