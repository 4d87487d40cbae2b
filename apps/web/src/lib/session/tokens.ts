/** Where the bearer lives (AUTH-013) and where the socket's token lives (AUTH-016). */
export const TOKEN_STORAGE_KEY = "token";
export const SOCKET_TOKEN_STORAGE_KEY = "socketToken";
