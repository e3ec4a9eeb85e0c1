-- Tells listening web chats when an operator takes a dialog or gives it back, whoever writes it. A table of dialogs
-- changes with every message; the conditions keep the function from being called then.
CREATE FUNCTION dialog.tell_held_webchat() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_notify('parley_webchat', i.channel_id || ' ' || i.external_id)
  FROM dialog.identities AS i
  JOIN dialog.channels AS c ON c.project_id = i.project_id AND c.id = i.channel_id AND c.type = 'webchat'
  WHERE i.project_id = NEW.project_id AND i.id = NEW.identity_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER webchat_held AFTER INSERT ON dialog.dialogs
FOR EACH ROW WHEN (NEW.held_at IS NOT NULL) EXECUTE FUNCTION dialog.tell_held_webchat();
--> statement-breakpoint
CREATE TRIGGER webchat_held_or_released AFTER UPDATE OF held_at ON dialog.dialogs
FOR EACH ROW WHEN ((OLD.held_at IS NULL) <> (NEW.held_at IS NULL)) EXECUTE FUNCTION dialog.tell_held_webchat();
