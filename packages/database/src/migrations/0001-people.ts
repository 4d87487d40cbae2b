/**
 * Text search that ignores accents and case, connections, users with their queues, and sign-in
 * sessions.
 */
export const people = {
  name: "0001-people",
  sql: `
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;
-- Qualified: indexes are built with an empty search_path.
CREATE FUNCTION search_norm(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$ SELECT lower(public.unaccent('public.unaccent'::regdictionary, $1)) $$;

CREATE TABLE queue (
  id serial PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) BETWEEN 2 AND 250),
  color text NOT NULL CHECK (char_length(color) BETWEEN 3 AND 9),
  custom_order int NOT NULL DEFAULT 999,
  greeting_message text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX queue_name_uq ON queue (lower(name));
CREATE UNIQUE INDEX queue_color_uq ON queue (lower(color)) WHERE lower(color) <> '#7a7a7a';

CREATE TABLE setting (
  key text PRIMARY KEY,
  value text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE connection (
  id serial PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) BETWEEN 2 AND 255),
  api text NOT NULL CHECK (api IN ('baileys', 'wwebjs', 'meow', 'cloud_api')),
  is_default boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'OPENING' CHECK (status IN ('qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING', 'LOGGEDOUT', 'CONNECTED')),
  status_reason text,
  wanted boolean NOT NULL DEFAULT true,
  qrcode text,
  retries int NOT NULL DEFAULT 0,
  battery int,
  number text,
  account_sealed text,
  webhook_key_sealed text,
  greeting_message text NOT NULL DEFAULT '',
  greeting_bot_message text NOT NULL DEFAULT '',
  greeting_redirect_message text NOT NULL DEFAULT '',
  farewell_message text NOT NULL DEFAULT '',
  out_of_hours_message text NOT NULL DEFAULT '',
  transfer_message text NOT NULL DEFAULT '',
  meta_integration boolean NOT NULL DEFAULT false,
  typebot_public_id text NOT NULL DEFAULT '',
  typebot_dns text NOT NULL DEFAULT '',
  phone_number_id text NOT NULL DEFAULT '',
  waba_id text NOT NULL DEFAULT '',
  meta_token_sealed text,
  nps boolean NOT NULL DEFAULT false,
  nps_message text NOT NULL DEFAULT '',
  nps_thanks_message text NOT NULL DEFAULT '',
  send_list boolean NOT NULL DEFAULT false,
  history_by_queue boolean NOT NULL DEFAULT false,
  history_by_user boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (NOT (history_by_queue AND history_by_user))
);
CREATE UNIQUE INDEX connection_name_uq ON connection (lower(name));
CREATE UNIQUE INDEX connection_default_uq ON connection (is_default) WHERE is_default;
CREATE TABLE connection_queue (
  connection_id int NOT NULL REFERENCES connection ON DELETE CASCADE,
  queue_id int NOT NULL REFERENCES queue ON DELETE CASCADE,
  PRIMARY KEY (connection_id, queue_id)
);
CREATE TABLE session_lease (
  connection_id int PRIMARY KEY REFERENCES connection ON DELETE CASCADE,
  owner uuid,
  epoch bigint NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL DEFAULT '-infinity'
);

CREATE TABLE user_account (
  id serial PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) BETWEEN 2 AND 50),
  email text NOT NULL CHECK (email = lower(email)),
  password_hash text NOT NULL,
  must_change_password boolean NOT NULL DEFAULT false,
  profile text NOT NULL DEFAULT 'user' CHECK (profile IN ('user', 'gerente', 'admin')),
  active boolean NOT NULL DEFAULT true,
  rights_version int NOT NULL DEFAULT 0,
  weekdays boolean NOT NULL DEFAULT true,
  saturday boolean NOT NULL DEFAULT false,
  sunday boolean NOT NULL DEFAULT false,
  holidays boolean NOT NULL DEFAULT false,
  start_time text NOT NULL DEFAULT '08:00',
  end_time text NOT NULL DEFAULT '18:00',
  add_contact boolean NOT NULL DEFAULT false,
  edit_contact boolean NOT NULL DEFAULT false,
  del_contact boolean NOT NULL DEFAULT false,
  default_connection_id int REFERENCES connection ON DELETE SET NULL,
  picture_file_id uuid,
  status text NOT NULL DEFAULT 'offline' CHECK (status IN ('online', 'away', 'offline')),
  last_seen_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- The super administrator stays what it is (D-121).
  CHECK (id <> 1 OR (profile = 'admin' AND active AND deleted_at IS NULL))
);
CREATE UNIQUE INDEX user_email_uq ON user_account (email) WHERE deleted_at IS NULL;
CREATE FUNCTION keep_super_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.id = 1 THEN RAISE EXCEPTION 'user 1 cannot be deleted'; END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER user_account_keep_super BEFORE DELETE ON user_account FOR EACH ROW EXECUTE FUNCTION keep_super_admin();
CREATE TABLE user_queue (
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  queue_id int NOT NULL REFERENCES queue ON DELETE CASCADE,
  PRIMARY KEY (user_id, queue_id)
);

CREATE TABLE auth_session (
  id uuid PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  refresh_hash bytea NOT NULL,
  previous_hash bytea,
  counter int NOT NULL DEFAULT 0,
  successor_used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  rotated_at timestamptz NOT NULL DEFAULT now(),
  idle_until timestamptz NOT NULL,
  absolute_until timestamptz NOT NULL,
  revoked_at timestamptz,
  revoke_reason text,
  ip text,
  user_agent text
);
CREATE UNIQUE INDEX auth_session_refresh_uq ON auth_session (refresh_hash);
CREATE UNIQUE INDEX auth_session_previous_uq ON auth_session (previous_hash) WHERE previous_hash IS NOT NULL;
CREATE INDEX auth_session_user ON auth_session (user_id) WHERE revoked_at IS NULL;
CREATE TABLE login_failure (
  bucket text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX login_failure_bucket ON login_failure (bucket, at);
`,
} as const;
