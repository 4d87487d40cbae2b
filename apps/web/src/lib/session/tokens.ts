/** The storage keys of the bearer token and of the socket's token. */
export const TOKEN_STORAGE_KEY = "token";
export const SOCKET_TOKEN_STORAGE_KEY = "socketToken";
/** The storage key of the address at which this session gets pushes. */
export const PUSH_STORAGE_KEY = "balcao-push";
