/** What the readiness found, by the codes of the server: what is so, what it means, and what to do. */
export const readiness = {
  'ready_title.channel': 'Channel “{name}”',
  'ready_title.channel_files': 'Room for files in “{name}”',
  'ready_title.workflow': 'Workflow “{name}”',
  'ready_title.method': 'Method “{name}”',
  'ready_title.connection': 'Connection “{name}”',
  'ready_title.shop': 'Payments through “{name}”',
  'ready_title.receiver': 'Receiver “{name}”',
  'ready_title.open_receiver': 'Receiver “{name}” is open',
  'ready_title.subscription': 'Subscription “{name}”',
  'ready_title.key': 'Key “{name}”',
  'ready_title.key_end': 'The end of key “{name}”',
  'ready_found.address_known': 'Others reach this server at {address}.',
  'ready_found.address_unknown':
    'The server does not know the address by which the world reaches it. Links of invitations, the chat on your website and Telegram need it. Whoever runs the server sets PUBLIC_URL to its https address, and starts it again.',
  'ready_found.address_unencrypted':
    'The address {address} is not encrypted: keys and messages can be read on the way. Whoever runs the server puts a proxy with a certificate before it, and sets PUBLIC_URL to the https address.',
  'ready_found.no_live_channel':
    'Customers cannot write to you yet. Make a channel: a chat for your website is there at once.',
  'ready_found.live_channels': '{count, plural, one {There is # channel} other {There are # channels}}.',
  'ready_found.bot_secret_lost':
    'The token of this bot cannot be read any more. Make the channel again with the token.',
  'ready_found.bot_not_asked':
    'Only {most} bots are asked at a time, and this was not one of them. Send a message through it to see whether it arrives.',
  'ready_found.endpoint_untried':
    'No message was delivered in the last day, so nobody knows whether the address answers. Send one to see.',
  'ready_found.endpoint_fails':
    'No message arrived in the last day (failed: {failed}, not known: {unknown}, waiting: {waiting}). Correct the address, or what answers there; the audit log says why.',
  'ready_found.endpoint_fails_partly':
    'Not every message of the last day arrived (arrived: {sent}, failed: {failed}, not known: {unknown}, waiting: {waiting}). Correct what answers there; the audit log says why.',
  'ready_found.endpoint_delivers': 'In the last day {sent} messages arrived, and none failed.',
  'ready_found.chat_nowhere':
    'No website may show this chat, so customers find it on this server only. Name your website on the page of the channel.',
  'ready_found.chat_shown': '{count, plural, one {# website} other {# websites}} may show this chat.',
  'ready_found.bot_ok': '@{bot} answers, and its messages come here.',
  'ready_found.bot_token_refused':
    'Telegram does not know the token of this bot. Copy it from @BotFather again, and change it on the page of the channel.',
  'ready_found.bot_not_reached':
    'Telegram was not reached, so nobody knows whether the bot works. See whether this server may call api.telegram.org.',
  'ready_found.bot_no_public_address':
    'What customers write to @{bot} does not arrive: Telegram needs the https address of this server, PUBLIC_URL.',
  'ready_found.bot_updates_to_nobody':
    'What customers write to @{bot} does not arrive. Connect the bot on the page of the channel.',
  'ready_found.bot_updates_elsewhere':
    'What customers write to @{bot} goes to another program. Connect it on the page of the channel to have it here.',
  'ready_found.bot_updates_refused':
    '@{bot} could not deliver a message lately. The log of this server says what went wrong.',
  'ready_found.bot_updates_waiting':
    'Many messages to @{bot} wait to be delivered: see whether this server keeps up.',
  'ready_found.scenario_none':
    'No bot is published: every message waits until a person answers it. That is fine if people always do.',
  'ready_found.scenario_broken':
    'Version {version} of the bot cannot work any more. Mend the draft and publish it. What was found: {fault}',
  'ready_found.scenario_works': 'Version {version} works with what the project has.',
  'ready_found.draft_faulty':
    'The draft cannot be published; what is published goes on. What was found: {fault}',
  'ready_found.draft_works': 'It could be published.',
  'ready_found.calendar_missing':
    'The bot asks whether you are open and finds no opening hours, so you count as always open. Say when you are open in the settings.',
  'ready_found.calendar_there': 'The calendar says when you are open.',
  'ready_found.workflow_broken':
    'It cannot run as it is now. Mend it and publish it. What was found: {fault}',
  'ready_found.workflow_works': 'It works with what the project has.',
  'ready_found.method_gone':
    'Version {version} accepts no calls: what it runs is gone ({target}). Restore that, publish a version that runs something else, or retire this one.',
  'ready_found.method_works': 'Version {version} has what it runs.',
  'ready_found.connection_untested':
    'Used by: {operations}. Nobody has tried whether this system answers as it is set up now. Test the connection.',
  'ready_found.connection_fails':
    'Used by: {operations}. The last test failed. Correct the connection and test it again. What was found: {reason}',
  'ready_found.connection_tested_long_ago':
    'Used by: {operations}. The last test was more than {days} days ago. Test the connection.',
  'ready_found.connection_works': 'Used by: {operations}. The last test went well.',
  'ready_found.shop_secret_lost':
    'Customers cannot pay: the secret key of this shop cannot be read any more. Enter it again.',
  'ready_found.shop_not_reached':
    'Customers may not be able to pay: the shop cannot be asked. Correct its id, key or address. What was found: {reason}',
  'ready_found.shop_disabled':
    'Customers cannot pay: shop {shop} takes no payments at present. Settle with the provider why.',
  'ready_found.shop_without_receipts':
    'Shop {shop} wants a receipt with every payment, and an operation gives none. Give every payment operation a receipt.',
  'ready_found.shop_test':
    'Shop {shop} is a test shop: no money moves. Enter the credentials of the live shop before customers come.',
  'ready_found.shop_live': 'Shop {shop} is live: money moves.',
  'ready_found.receiver_without_workflow':
    'What other systems report here is lost: there is no published workflow “{workflow}”. Publish it, or give the receiver another target.',
  'ready_found.receiver_calls_fail':
    'Of the last {of} calls {failed} failed. Correct the target, or what the other system sends. What was found: {reason}',
  'ready_found.receiver_works': 'It was called in the last {days} days.',
  'ready_found.receiver_rejects_some':
    'Of its last calls {accepted} were taken and {rejected} refused ({reason}). Compare what the other side sends with what this receiver expects.',
  'ready_found.receiver_rejects_all':
    'None of its last calls was taken: {rejected} were refused ({reason}). Compare what the other side sends with what this receiver expects.',
  'ready_found.receiver_unused':
    'Nobody called it in the last {days} days. Have the other side make a call, or delete the receiver.',
  'ready_found.receiver_open':
    'Anybody may report events here, because nothing checks who they are. Give it the check of its sender, or a token.',
  'ready_found.subscription_disabled':
    'It is off and tells nothing. Mend the other side, then enable it; what it missed follows.',
  'ready_found.subscription_fails':
    'The other side does not take what it is told ({reason}). Mend it within a day; then the subscription goes off.',
  'ready_found.subscription_works': 'It is on, and everything was taken.',
  'ready_found.no_key':
    'Only a program of yours that calls the API needs a key. Whoever works in the console alone needs none.',
  'ready_found.keys_in_force': '{count, plural, one {# key is} other {# keys are}} in force.',
  'ready_found.key_unused': 'Nobody used it in {days} days: a risk without a use. End it if nobody needs it.',
  'ready_found.key_scopes_unused':
    'In {days} days it made no use of {scopes}. Make a key that may do less, and end this one.',
  'ready_found.key_ends':
    'It ends on {ends_at}, and the program with it stops working then. Replace it, and give the program the new one.',
  'ready_found.key_replaced_in_use':
    'It was replaced and ends on {ends_at}, but a program still used it on {used_at}{address, select, unknown {} other { from {address}}}. Give that program the new key.',
  'ready_found.password_weak':
    'Somebody could guess the password of {email}, and could then do whatever they may. It has to be changed: at least {shortest} characters.',
  'ready_found.mail_works': 'No mail is late, and none was given up.',
  'ready_found.mail_fails':
    'Invitations and notices do not arrive: {late} mails are late, {given_up} were given up in seven days. Whoever runs the server looks at SMTP_URL and MAIL_FROM. The last reason: {reason}',
  'ready_found.mail_not_tried':
    'Invitations and notices wait: no worker sends mail. Whoever runs the server starts one with the same SMTP_URL.',
  'ready_found.limit_used_up':
    'All {limit, number} are used up, and new messages are refused. Whoever runs the server can raise the limit.',
  'ready_found.limit_near':
    '{used, number} of {limit, number} are used; above that new messages are refused. Find out what holds the work up, or have the limit raised.',
  'ready_found.limit_far': '{used, number} of {limit, number}.',
  'ready_found.lists_refilling':
    'Filtered lists may miss customers until the server has gone over all of them. Nothing is to be done.',
  'ready_found.search_filling':
    'The search may miss older words until the server has gone over them: {messages} messages and {accounts} accounts so far. Nothing is to be done.',
  'ready_found.files_apart':
    'Pictures and documents may not be found: {processes} processes keep them in {places} places. Whoever runs the server gives all of them the same place, by FILES_URL or DATA_DIR.',
  'ready_found.file_store_pauses':
    'Pictures and documents cannot be stored at the moment ({place}: {reason}). Wait; if it goes on, whoever runs the server looks at it.',
  'ready_found.file_store_refuses':
    'Pictures and documents cannot be stored ({place}: {reason}). Whoever runs the server checks FILES_URL.',
  'ready_found.files_near':
    '{used, number} of {limit, number} MiB are used; above that pictures and documents are refused. Delete what nobody needs, keep files of customers for fewer days, or have the limit raised.',
  'ready_found.files_full':
    '{used, number} of {limit, number} MiB are used, and pictures and documents are refused. Delete what nobody needs, keep files of customers for fewer days, or have the limit raised.',
  'ready_found.disk_near':
    'The disk has {free, number} MiB free. Below {floor, number} MiB no pictures and documents are taken. Whoever runs the server makes room.',
  'ready_found.disk_full':
    'The disk has {free, number} MiB free, and below {floor, number} MiB no pictures and documents are taken. Messages without them go on. Whoever runs the server makes room.',
  'ready_found.secrets_open': 'All {count} can be read.',
  'ready_found.secrets_lost':
    'Channels and connections stand still, because their passwords and tokens cannot be read: {names}. Whoever runs the server starts it with the ENCRYPTION_KEY of before; otherwise enter them anew.',
  'ready_found.key_unknown_to_some':
    'The key that protects passwords is being replaced, and {count} processes do not know the new one. Whoever runs the server starts each with both, in {current} and {previous} (step 2 of 5).',
  'ready_found.key_spreading':
    'The key that protects passwords is being replaced, and {count} processes do not know the new one yet. Whoever runs the server puts it into {previous} of each (step 2 of 5).',
  'ready_found.key_known':
    'The key that protects passwords is being replaced, and every process knows the new one. Whoever runs the server starts each with the new one in {current} and the old one in {previous} (step 3 of 5).',
  'ready_found.key_old_in_use':
    'The key that protects passwords is being replaced, and {count} processes still use the old one. Whoever runs the server starts each with the new one in {current} and the old one in {previous} (step 3 of 5).',
  'ready_found.key_moving':
    'The key that protects passwords is being replaced; {count} secrets still need the old one. The server does it by itself; {previous} stays until then (step 4 of 5).',
  'ready_found.key_moved_partly':
    'No secret needs the old key any more, and {count} processes have left it out already. Whoever runs the server removes it from {previous} of the others (step 5 of 5).',
  'ready_found.key_moved':
    'No secret needs the old key any more. Whoever runs the server removes it from {previous} (step 5 of 5).',
  'ready_found.outcomes_known': 'Of everything that has ended it is known how.',
  'ready_found.outcomes_unknown':
    'Of {count, plural, one {# message, call or payment} other {# messages, calls or payments}}{is_more, select, yes { and more} other {}} nobody knows whether it happened. Look, and say what became of it.',
} as const;
