/** Internal chats of colleagues: participants with their read marker, messages, and when each marker moved. */
export const chats = {
  name: "0035-chats",
  sql: `
ALTER TABLE file DROP CONSTRAINT file_owner_kind_check;
ALTER TABLE file ADD CONSTRAINT file_owner_kind_check CHECK (owner_kind IN ('message', 'contact', 'user', 'quickAnswer', 'chatMessage', 'incoming')) NOT VALID;

CREATE TABLE chat (
  id serial PRIMARY KEY,
  is_group boolean NOT NULL,
  group_name text,
  -- Deleted people keep their row, so these references stay valid.
  user_id int NOT NULL REFERENCES user_account,
  calling_user_id int REFERENCES user_account,
  last_message text NOT NULL DEFAULT '',
  last_message_id bigint,
  last_sender_id int REFERENCES user_account,
  last_activity timestamptz(3) NOT NULL,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (is_group = (calling_user_id IS NULL)),
  CHECK (is_group = (group_name IS NOT NULL)),
  CHECK (user_id <> calling_user_id)
);
CREATE UNIQUE INDEX chat_pair_uq ON chat (least(user_id, calling_user_id), greatest(user_id, calling_user_id)) WHERE NOT is_group;
CREATE INDEX chat_activity ON chat (last_activity DESC, id DESC);

CREATE TABLE chat_participant (
  chat_id int NOT NULL REFERENCES chat ON DELETE CASCADE,
  user_id int NOT NULL REFERENCES user_account,
  unread int NOT NULL DEFAULT 0 CHECK (unread >= 0),
  read_message_id bigint,
  PRIMARY KEY (chat_id, user_id)
) WITH (fillfactor = 80);
CREATE INDEX chat_participant_user ON chat_participant (user_id, chat_id);

CREATE TABLE chat_message (
  id bigserial PRIMARY KEY,
  chat_id int NOT NULL REFERENCES chat ON DELETE CASCADE,
  sender_id int NOT NULL REFERENCES user_account,
  type text NOT NULL CHECK (type IN ('chat', 'image', 'audio', 'video', 'document', 'location', 'vcard')),
  body text NOT NULL DEFAULT '',
  previous_body text,
  is_deleted boolean NOT NULL DEFAULT false,
  quoted_id bigint REFERENCES chat_message ON DELETE SET NULL,
  file_id uuid REFERENCES file ON DELETE SET NULL,
  is_voice boolean NOT NULL DEFAULT false,
  client_key text,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX chat_message_page ON chat_message (chat_id, id DESC);
CREATE INDEX chat_message_quoted ON chat_message (quoted_id) WHERE quoted_id IS NOT NULL;

-- A row each time that a marker moved: the first one at or after a message says when it was read.
CREATE TABLE chat_read (
  chat_id int NOT NULL REFERENCES chat ON DELETE CASCADE,
  user_id int NOT NULL REFERENCES user_account,
  message_id bigint NOT NULL,
  read_at timestamptz(3) NOT NULL,
  PRIMARY KEY (chat_id, user_id, message_id)
);
`,
} as const;
