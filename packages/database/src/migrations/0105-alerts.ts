/** What people are told of problems, and the processes that run. */
export const alerts = {
  name: "0105-alerts",
  sql: `
-- A row is a process of ours; it deletes it when it stops, so that one which is no longer seen ended without a word.
CREATE TABLE process (
  id text PRIMARY KEY,
  program text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  -- Whether the volume of its data folder is nearly full.
  disk_low boolean NOT NULL
);

-- When a process looked for problems last; one row.
CREATE TABLE problem_look (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  at timestamptz NOT NULL
);

-- A problem of the last look, or one that was told within the last hour. Connection 0 is the installation.
CREATE TABLE problem (
  kind text NOT NULL,
  connection_id int NOT NULL,
  name text NOT NULL,
  value float8,
  began_at timestamptz,
  seen_at timestamptz NOT NULL,
  told_at timestamptz,
  is_open boolean NOT NULL,
  PRIMARY KEY (kind, connection_id)
);

-- Of what people are told at once: problems that began, or that ended.
CREATE TABLE alert (
  id bigserial PRIMARY KEY,
  event text NOT NULL CHECK (event IN ('began', 'ended')),
  problems jsonb NOT NULL,
  created_at timestamptz NOT NULL
);

-- An alert on its way: to the webhook, or to the address of an administrator. Pushes have rows of their own.
CREATE TABLE alert_delivery (
  id bigserial PRIMARY KEY,
  alert_id bigint NOT NULL REFERENCES alert ON DELETE CASCADE,
  way text NOT NULL CHECK (way IN ('webhook', 'mail')),
  user_id int REFERENCES user_account ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed')),
  due_at timestamptz NOT NULL DEFAULT now(),
  attempts int NOT NULL DEFAULT 0,
  error text
);
CREATE INDEX alert_delivery_due ON alert_delivery (due_at) WHERE state = 'queued';
CREATE INDEX alert_delivery_alert ON alert_delivery (alert_id);
`,
} as const;
