/** Made for tests alone by openssl, with an end before its beginning. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBIzCByQIUcTgjiK0zIO58BR2KORR//OYcO+MwCgYIKoZIzj0EAwIwFDESMBAG
A1UEAwwJbG9jYWxob3N0MB4XDTI2MTEyNTIxNTE0NloXDTI2MTEyNDIxNTE0Nlow
FDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
QOOsMGC+TkMgHLfqR4F+3EZ7y4fto3zdA26+eunDNh5df51raCoj1X9edy+sZ22A
ryQTAaqUCoPSts5YqHjAojAKBggqhkjOPQQDAgNJADBGAiEAirhYEX0xNAcdfd8z
6qXQYFFu8LpBzGua5gMvsqySR9gCIQDbXRYePqOE1g7t7JSF539G2ZombWTIMzL5
3I7n6N6vkg==
-----END CERTIFICATE-----
`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgdQwKjBvoqHfOo+Jo
Q4seH1HVSV9fO+p7QvzU7bSJpvqhRANCAARA46wwYL5OQyAct+pHgX7cRnvLh+2j
fN0Dbr566cM2Hl1/nWtoKiPVf153L6xnbYCvJBMBqpQKg9K2zlioeMCi
-----END PRIVATE KEY-----
`;

/** A certificate for localhost that has expired, with its key, as servers of TLS take them. */
export const EXPIRED = { cert: CERTIFICATE, key: KEY } as const;
