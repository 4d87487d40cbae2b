/** An installation as it is after years: other networks, a bridge's addresses, orphans, contacts without a number, ids above 2³¹, another account. */
export const ROWS = `
SET search_path = chatwoot;
ALTER TABLE contacts ALTER id TYPE bigint; ALTER TABLE conversations ALTER id TYPE bigint; ALTER TABLE messages ALTER id TYPE bigint, ALTER conversation_id TYPE bigint;
INSERT INTO accounts (id, name) VALUES (1, 'Bolos'), (2, 'Outra');
INSERT INTO users (id, name, email) VALUES (1, 'Ana', 'ANA@example.com'), (2, 'Zé', 'ze@old.example'), (3, 'De outra', 'x@old.example');
INSERT INTO account_users (account_id, user_id) VALUES (1, 1), (1, 2), (2, 3);
INSERT INTO channel_twilio_sms (id, auth_token, account_sid, account_id, medium) VALUES (1, '', '', 1, 1), (2, '', '', 1, 0);
INSERT INTO inboxes (id, channel_id, account_id, name, channel_type) VALUES (1, 1, 1, 'Baileys', 'Channel::Whatsapp'), (2, 1, 1, 'Site', 'Channel::WebWidget'), (3, 1, 1, 'Evolution', 'Channel::Api'),
  (4, 2, 1, 'Sistema', 'Channel::Api'), (5, 1, 1, 'Twilio', 'Channel::TwilioSms'), (6, 2, 1, 'SMS', 'Channel::TwilioSms'), (7, 9, 2, 'De outra', 'Channel::Whatsapp');
INSERT INTO teams (id, name, account_id) VALUES (1, 'vendas', 1), (2, 'sumida', 1), (3, 'de outra', 2);
INSERT INTO contacts (id, name, phone_number, identifier, account_id, created_at) VALUES (1, 'Carla', '+5511986000001', NULL, 1, '2024-01-01'), (2, 'Só endereço', NULL, NULL, 1, '2024-01-01'),
  (3, 'Visita', NULL, NULL, 1, '2024-01-01'), (4, 'Bairro', NULL, '120363000000000001@g.us', 1, '2024-01-01'), (5, 'LID', '', '123456789012345@lid', 1, '2024-01-01'),
  (6, 'Ponte', NULL, '5511986000006@s.whatsapp.net', 1, '2024-01-01'), (9000000000, 'Longe', '+5511986000009', NULL, 1, '1970-01-01'), (7, 'De outra', '+5511986000007', NULL, 2, '2024-01-01'),
  (8, 'Twilio', NULL, NULL, 1, '2024-01-01');
INSERT INTO contact_inboxes (contact_id, inbox_id, source_id) VALUES (1, 1, '5511986000001'), (2, 1, '5511986000002'), (3, 2, 'e7b1'), (1, 3, 'a1'), (3, 4, 'b1'), (8, 5, 'whatsapp:+5511986000008');
INSERT INTO conversations (id, account_id, inbox_id, status, assignee_id, team_id, contact_id, created_at, last_activity_at, first_reply_created_at) VALUES
  (1, 1, 1, 1, 1, 1, 1, '2024-02-01 10:00', '2024-02-01 12:00', '2024-02-01 10:05'), (2, 1, 1, 0, 1, 1, 1, '2024-03-01 10:00', '2024-03-01 12:00', NULL),
  (3, 1, 3, 3, 1, 2, 1, '2024-03-02 10:00', '2024-03-02 12:00', NULL), (4, 1, 1, 2, NULL, NULL, 2, '2024-03-03 10:00', '2024-03-03 12:00', NULL),
  (5, 1, 2, 0, 1, NULL, 3, '2024-03-04 10:00', '2024-03-04 12:00', NULL), (6, 1, 1, 0, NULL, NULL, NULL, '2024-03-05 10:00', '2024-03-05 12:00', NULL),
  (7, 1, 3, 0, NULL, NULL, 4, '2024-03-06 10:00', '2024-03-06 12:00', NULL), (9000000000, 1, 1, 0, 2, NULL, 9000000000, '2024-03-07 10:00', '2024-03-07 12:00', NULL),
  (8, 1, 5, 1, NULL, NULL, 8, '2024-03-08 10:00', '2024-03-08 12:00', NULL), (10, 2, 7, 0, 3, NULL, 7, '2024-03-09 10:00', '2024-03-09 12:00', NULL);
INSERT INTO messages (id, account_id, inbox_id, conversation_id, message_type, private, status, content, source_id, sender_type, sender_id, content_attributes, created_at) VALUES
  (1, 1, 1, 1, 0, false, 0, 'Bom dia, quero um bolo', 'wamid.A1', 'Contact', 1, '{}', '2024-02-01 10:00'),
  (2, 1, 1, 1, 1, false, 2, 'Claro!', 'wamid.A2', 'User', 1, '{"in_reply_to_external_id":"wamid.A1"}', '2024-02-01 10:05'),
  (3, 1, 1, 1, 2, false, 0, 'Ana resolveu a conversa', NULL, NULL, NULL, '{}', '2024-02-01 12:00'),
  (4, 1, 1, 1, 1, true, 0, 'ligar amanhã', NULL, 'User', 2, '{}', '2024-02-01 10:30'),
  (5, 1, 1, 1, 3, false, 3, 'Como foi o atendimento?', NULL, NULL, NULL, '{}', '2024-02-01 11:00'),
  (6, 1, 1, 2, 0, false, 0, 'fotos 🎂', 'wamid.A6', 'Contact', 1, '{}', '2024-03-01 10:00'),
  (7, 1, 1, 2, 0, false, 0, NULL, 'wamid.A7', 'Contact', 1, '"{\\"deleted\\":true}"', '2024-03-01 10:01'),
  (8, 1, 3, 3, 1, false, 1, 'do Zé', 'WAID:3EB0', 'User', 2, '{}', '2024-03-02 10:00'),
  (9, 1, 1, 99, 0, false, 0, 'sem conversa', NULL, 'Contact', 1, '{}', '2024-03-01 10:00'), (10, 1, 1, 6, 0, false, 0, 'sem contato', NULL, NULL, NULL, NULL, '2024-03-05 10:00'),
  (11, 1, 2, 5, 0, false, 0, 'do site', NULL, 'Contact', 3, '{}', '2024-03-04 10:00'), (12, 1, 3, 7, 0, false, 0, 'do grupo', 'WAID:G1', 'Contact', 4, '{}', '2024-03-06 10:00'),
  (9000000001, 1, 1, 9000000000, 0, false, 0, 'de longe', NULL, 'Contact', 9000000000, '{"x":"\\u0000"}', '2024-03-07 10:00'), (13, 2, 7, 10, 0, false, 0, 'de outra', NULL, 'Contact', 7, '{}', '2024-03-09 10:00');
INSERT INTO attachments (id, file_type, message_id, account_id, coordinates_lat, coordinates_long) VALUES (1, 0, 6, 1, 0, 0), (2, 3, 6, 1, 0, 0), (3, 4, 7, 1, -23.5, -46.6);
INSERT INTO active_storage_blobs (id, key, filename, content_type, byte_size) VALUES (1, 'aabbcc001', 'bolo.png', 'image/png', 1), (2, '../../x', 'lista.pdf', 'application/pdf', 1);
INSERT INTO active_storage_attachments (name, record_type, record_id, blob_id) VALUES ('file', 'Attachment', 1, 1), ('file', 'Attachment', 2, 2), ('avatar', 'Contact', 1, 1);
INSERT INTO labels (id, title, color, account_id) VALUES (1, 'vip', '#ff0000', 1), (2, 'vip', '#00ff00', 2);
INSERT INTO tags (id, name) VALUES (1, 'vip'), (2, 'gone');
INSERT INTO taggings (tag_id, taggable_type, taggable_id, context) VALUES (1, 'Conversation', 1, 'labels'), (1, 'Contact', 1, 'labels'), (1, 'Contact', 2, 'labels'), (2, 'Contact', 2, 'labels'), (1, 'Conversation', 6, 'labels');
INSERT INTO canned_responses (account_id, short_code, content) VALUES (1, 'oi', 'Bom dia, como posso ajudar?'), (2, 'oi', 'De outra, como posso ajudar?');
INSERT INTO csat_survey_responses (account_id, conversation_id, message_id, rating, contact_id, assigned_agent_id, created_at) VALUES (1, 1, 5, 4, 1, 1, '2024-02-01 11:05'), (1, 99, 1, 5, 1, NULL, '2024-02-01 11:05');
SET search_path = public;
`;
