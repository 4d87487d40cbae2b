/**
 * Questions of the bot with their answers (D-173, D-179), the steps of the flow in which a bot
 * answers, and conversations with a chatbot (D-149).
 */
export const questions = {
  name: "0031-questions",
  sql: `
CREATE TABLE question (
  id serial PRIMARY KEY,
  question text NOT NULL CHECK (question <> ''),
  answer text NOT NULL CHECK (answer <> ''),
  -- Null: the question of every queue.
  queue_id int REFERENCES queue ON DELETE SET NULL,
  opens_ticket boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE ticket DROP CONSTRAINT ticket_flow_step;
ALTER TABLE ticket ADD CONSTRAINT ticket_flow_step CHECK (flow_step IN ('fresh', 'menu', 'asking', 'chatting', 'done')) NOT VALID;
-- The session of a ticket at the chatbot, the choices that it offered last, and how often it was asked.
CREATE TABLE chatbot_session (
  ticket_id int PRIMARY KEY REFERENCES ticket ON DELETE CASCADE,
  session_id text NOT NULL,
  choices text[] NOT NULL,
  turns int NOT NULL
);
-- What the chatbot has to be asked, in order; a row is deleted together with its answer.
CREATE TABLE chatbot_turn (
  id bigserial PRIMARY KEY,
  ticket_id int NOT NULL REFERENCES ticket ON DELETE CASCADE,
  event_id bigint NOT NULL,
  -- Null: a new session.
  said text,
  claimed_at timestamptz(3)
);
CREATE INDEX chatbot_turn_ticket ON chatbot_turn (ticket_id, id);
`,
} as const;
