// Where the acquirer keeps cards: beside the address that gives tokens. Its path for callers with
// OAuth; `/token-service/v1` takes Basic credentials only.

/** `.../redelabs/oauth2/token` -> `.../redelabs/token-service/oauth/v2`. */
export const tokenServiceUrl = ({ tokenUrl }: { tokenUrl: string }): string =>
  new URL('../token-service/oauth/v2', tokenUrl).href;
