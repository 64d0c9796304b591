// Where the acquirer keeps cards: beside the address that gives tokens.

/** `.../redelabs/oauth2/token` -> `.../redelabs/token-service/v1`. */
export const keeperUrl = ({ tokenUrl }: { tokenUrl: string }): string => new URL('../token-service/v1', tokenUrl).href;
