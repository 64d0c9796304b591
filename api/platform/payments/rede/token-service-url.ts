// Address of the token service, next to the OAuth address. This path takes OAuth;
// `/token-service/v1` takes Basic credentials only.

/** `.../redelabs/oauth2/token` -> `.../redelabs/token-service/oauth/v2`. */
export const tokenServiceUrl = ({ tokenUrl }: { tokenUrl: string }): string =>
  new URL('../token-service/oauth/v2', tokenUrl).href;
