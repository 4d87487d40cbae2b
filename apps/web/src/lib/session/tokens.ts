/** The storage keys of the bearer token (AUTH-013) and of the socket's token (AUTH-016). */
export const TOKEN_STORAGE_KEY = "token";
export const SOCKET_TOKEN_STORAGE_KEY = "socketToken";
/** The storage key of the address at which this session gets pushes (D-099). */
export const PUSH_STORAGE_KEY = "balcao-push";
