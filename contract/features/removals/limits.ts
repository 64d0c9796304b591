// Limits of removal requests.

export const REMOVAL_LINKS_MAX = 20;
/** Links of one request, with those that were added to it. */
export const REMOVAL_LINKS_TOTAL = 100;
export const REMOVAL_PICTURES_MAX = 10;
/** Longest side to which a page makes a picture smaller before it sends it. */
export const REMOVAL_PICTURE_PX = 1_024;
/** Digits of a picture in base64: 3 MB. */
export const REMOVAL_PICTURE_MAX = 4 * 1_024 ** 2;
export const REMOVAL_NAME_MAX = 120;
export const REMOVAL_LINK_MAX = 500;
/** Media that a page of a request shows. */
export const REMOVAL_ITEMS_PAGE = 200;
