/** Everybody's password in the benchmark's database, which listens on the loopback only. */
export const PASSWORD = "Balcao-2026!";

/** User 1 is the administrator with every queue; 2 to 20 are agents with three queues each. */
export const emailOf = (userId) => `pessoa${userId}@balcao.local`;

/** The names of the company's three connections, which are in the addresses of their webhooks. */
export const connectionName = (id) => `Linha ${id}`;
export const webhookKey = (id) => `bench-webhook-key-of-connection-${String(id).padStart(4, "0")}`;
