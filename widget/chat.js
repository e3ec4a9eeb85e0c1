// Puts a web chat on a page: <script async src="https://parley.example/chat/ch_….js"></script>
(() => {
  const script = document.currentScript;
  const [, base, channel] = script.src.match(/^(.*)\/chat\/(\w+)\.js/);
  const api = `${base}/api/chat/${channel}`;
  const place = `parley-chat-${channel}`;
  // A page with this script twice has one chat; a page that replaced its content together with the script gets it back.
  const known = Symbol.for(place);
  if (window[known]) return window[known]();
  let token = read();
  let begun;
  let last = 0;
  let isHeld = false;
  let lastId;
  let typing;
  const pending = [];
  /** Messages to the visitor that stand in the window, and the newest one that the server knows to be seen. */
  const inView = new Set();
  let reported = 0;
  let reporting;
  const sight = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) inView[isIntersecting ? 'add' : 'delete'](target.n);
    reportSeen();
  });
  /** The inline buttons of each message. */
  const keysOf = new Map();

  const css = new CSSStyleSheet();
  // Important rules of a shadow tree override all rules of the page, so the page's styles do not change the chat.
  css.replaceSync(`
:host{all:initial!important;position:fixed!important;z-index:2147483000!important}
@media print{:host{display:none!important}}
*{box-sizing:border-box;font:15px/1.45 system-ui,sans-serif;color:inherit}
button{border:0;background:none;cursor:pointer;padding:0}
:focus-visible{outline:2px solid #7aa2ff;outline-offset:2px}
[hidden]{display:none!important}
#open,dialog{position:fixed;inset:auto 20px 20px auto;box-shadow:0 8px 30px #0f172a40}
#open{width:56px;height:56px;border-radius:50%;background:#2456e6;color:#fff}
#open.new:after{content:"";position:absolute;top:2px;right:2px;width:13px;height:13px;border-radius:50%;background:#e5484d;border:2px solid #fff}
svg{display:block;margin:auto;width:26px;fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}
dialog{flex-direction:column;width:370px;height:560px;max-width:none;max-height:calc(100vh - 40px);margin:0;padding:0;border:0;border-radius:14px;overflow:hidden;background:#fff;color:#1d2330}
dialog[open]{display:flex}
header{display:flex;gap:14px;align-items:center;padding:6px 6px 6px 16px;background:#2456e6;color:#fff}
header :focus-visible{outline-color:#fff}
b{flex:1;font-weight:600;font-size:16px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
header button{font-size:13px;text-decoration:underline;min-width:44px;height:44px}
#close{font-size:24px;line-height:1;text-decoration:none}
#log{flex:1;overflow-y:auto;display:flex;flex-direction:column-reverse;overscroll-behavior:contain}
#log:focus-visible{outline-offset:-2px}
#lines{flex:none;margin-bottom:auto;padding:14px 14px 6px;display:flex;flex-direction:column;gap:8px}
#lines>*{max-width:85%;align-self:flex-start}
.said,#dots{padding:8px 12px;border-radius:14px 14px 14px 4px;background:#eef1f6}
.said{white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext}
.said *{font:inherit}
.said strong{font-weight:700}
.said em{font-style:italic}
.said a{color:#1a49c4;text-decoration:underline;text-underline-offset:2px;unicode-bidi:isolate}
.said a:hover{text-decoration-thickness:2px}
.said code,.said pre{font:13px/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:#1d233014}
code{border-radius:4px;padding:1px 4px;box-decoration-break:clone;-webkit-box-decoration-break:clone}
pre{margin:6px 0;padding:8px 10px;border-radius:8px;overflow-x:auto;white-space:pre;direction:ltr;unicode-bidi:isolate}
blockquote{margin:6px 0;padding-inline-start:10px;border-inline-start:3px solid #9db4ea;color:#46506a;unicode-bidi:plaintext}
.spoiler{border-radius:4px;background:#aab3c5;cursor:pointer;box-decoration-break:clone;-webkit-box-decoration-break:clone}
.spoiler>span{visibility:hidden}
#lines>.in{align-self:flex-end}
.in .said{background:#2456e6;color:#fff;border-radius:14px 14px 4px 14px}
.in .said a{color:inherit}
.in :focus-visible{outline-color:#fff}
.wait .said{opacity:.55}
.operator .said{background:#e3f4ea;border-left:3px solid #1e7d46}
#dots{flex:none;align-self:flex-start;display:flex;gap:5px;margin:2px 14px auto;padding:13px}
#dots:not([hidden])+#lines{margin-bottom:0}
#dots i{width:7px;height:7px;border-radius:50%;background:#7b8599}
@media(prefers-reduced-motion:no-preference){#dots i{animation:dot 1.2s infinite}#dots i+i{animation-delay:.2s}#dots i+i+i{animation-delay:.4s}}
@keyframes dot{0%,60%,100%{opacity:.35}30%{opacity:1}}
#typing{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
small{display:block;margin:0 0 3px;font-size:12px;color:#1e7d46}
.operator+.operator small{display:none}
#lines>.info{align-self:center;padding:2px 8px;font-size:12.5px;text-align:center;color:#5b6474}
.hint:not(:only-child),.held .scenario .keys>button{display:none}
.again{display:block;margin-left:auto;font-size:12px;color:#c22;text-decoration:underline}
img{display:block;max-width:100%;max-height:300px;border-radius:12px;margin-bottom:4px;color:#5b6474}
.keys{display:grid;gap:6px;margin-top:6px}
.keys>*{border:1px solid #2456e6;border-radius:10px;padding:7px 10px;color:#2456e6;text-align:center;text-decoration:none;overflow-wrap:anywhere}
.keys>:not(:disabled):hover{background:#eef3ff}
.keys>:disabled{border-color:#c5ccd8;color:#5b6474;background:#f4f6fa;cursor:default}
#note{padding:4px 16px;font-size:12.5px;color:#5b6474;min-height:26px}
form{display:flex;gap:10px;padding:10px 14px;border-top:1px solid #e3e7ee}
textarea{flex:1;border:0;outline:0;resize:none;background:none;height:44px;padding:11px 0;font-size:16px;line-height:22px;field-sizing:content;min-height:44px;max-height:132px}
@supports(field-sizing:content){textarea{height:auto}}
textarea:focus-visible{outline:0}
textarea::placeholder{color:#5b6474}
form:has(textarea:focus){box-shadow:inset 0 2px #7aa2ff}
form button{color:#2456e6;font-weight:600}
@media(max-width:480px){dialog{inset:0;width:auto;height:100dvh;max-height:none;border-radius:0}}`);

  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [css];
  // Fixed markup; messages are inserted as text only.
  root.innerHTML = `<button id=open aria-label="Open the chat"><svg viewBox="0 0 24 24" aria-hidden=true><path d="M4 5h16v11H10l-5 4v-4H4z"/></svg></button>
<dialog aria-label=Chat><header><b>Chat</b><button id=person>Talk to a person</button><button id=close aria-label="Close the chat">×</button></header>
<div id=log role=log aria-label=Messages tabindex=0><div id=dots aria-hidden=true hidden><i></i><i></i><i></i></div><div id=lines></div></div>
<div id=typing role=status></div><div id=note role=status></div>
<form><textarea aria-label="Your message" placeholder="Write a message" maxlength=3000 rows=1></textarea><button>Send</button></form></dialog>`;
  const at = (id) => root.querySelector(id);
  const [opener, panel, log, dots, lines, note, input, person] = [
    '#open',
    'dialog',
    '#log',
    '#dots',
    '#lines',
    '#note',
    'textarea',
    '#person',
  ].map(at);
  // On a phone the chat covers the page; it is modal, so that nobody reaches the page by mistake.
  const phone = matchMedia('(max-width:480px)');

  function read() {
    try {
      return localStorage.getItem(place);
    } catch {} // a page may not be allowed to store: the chat then lasts as long as the page
  }

  const send = (method, path, body) =>
    fetch(api + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    });

  async function begin() {
    const answer = await send('POST', '/sessions', { visitor: token });
    if (!answer.ok) throw answer;
    const session = await answer.json();
    if (token !== session.token) last = reported = 0;
    token = session.token;
    try {
      localStorage.setItem(place, token);
    } catch {}
    at('b').textContent = session.title;
    session.history.forEach(show);
    hold(session.held);
    if (!lines.hasChildNodes())
      inform('How can we help? Say hello, or write what you would like to know.', 'info hint');
  }

  const start = () => {
    begun ||= begin().then(
      () => void follow(),
      (error) => {
        begun = undefined;
        throw error;
      },
    );
    return begun;
  };

  async function call(path, body) {
    await start();
    const answer = await send('POST', path, body);
    if (answer.status !== 401) return answer;
    await begin();
    return send('POST', path, body);
  }

  async function follow() {
    for (let wait = 1; ; wait = Math.min(wait * 2, 30)) {
      try {
        const answer = await send('GET', `/events?after=${last}&typing=true&presses=true`);
        if (answer.status === 404) return;
        if (answer.status === 401) await begin();
        if (answer.ok) {
          wait = 1;
          const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
          for (let text = ''; ; ) {
            const { done, value } = await reader.read();
            if (done) break;
            const events = (text + value).split('\n\n');
            text = events.pop();
            events.forEach(take);
          }
        }
      } catch {}
      await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    }
  }

  function take(event) {
    const [, name] = event.match(/^event: (.*)$/m) ?? [];
    const [, data] = event.match(/^data: (.*)$/m) ?? [];
    if (name === 'message') show(JSON.parse(data));
    if (name === 'operator') hold(JSON.parse(data).held);
    if (name === 'typing') announce(JSON.parse(data));
    if (name === 'press') settle(JSON.parse(data));
  }

  /** Shows that a message is being written. Nobody says if that was given up, so it disappears by itself, too. */
  function announce({ message_id, author, seconds }) {
    if (message_id === lastId) return;
    clearTimeout(typing);
    typing = setTimeout(stopTyping, seconds * 1000 + 5000);
    dots.hidden = false;
    // Screen readers get words in place of the dots.
    at('#typing').textContent =
      author === 'operator' ? 'A person is writing.' : 'A message is being written.';
  }

  function stopTyping() {
    clearTimeout(typing);
    dots.hidden = true;
    at('#typing').textContent = '';
  }

  /** While a person has the dialog the scenario gets no messages, so its buttons are hidden. */
  function hold(held) {
    keepFocus(() => {
      person.hidden = held;
      lines.className = held ? 'held' : '';
    });
    if (held && !isHeld) {
      inform(
        'From here on a person answers. What you write waits for them; no automatic answers come meanwhile.',
      );
    } else if (isHeld && !held) inform('The person has left. Automatic answers come again.');
    isHeld = held;
    tell();
  }

  function tell(text = isHeld ? 'A person answers you here.' : '') {
    note.textContent = text;
  }

  /** Adds a line of information between the bubbles. */
  function inform(text, kind = 'info') {
    make('div', lines, text, kind);
    log.scrollTop = 0;
  }

  /** If a change removes or disables the focused element, the input gets the focus, or on a touch screen, where that opens a keyboard, the log. */
  function keepFocus(change) {
    const focused = root.activeElement;
    change();
    if (!focused || (focused.getClientRects().length && !focused.disabled)) return;
    (matchMedia('(pointer:coarse)').matches ? log : input).focus();
  }

  function make(tag, parent, text = '', className = '') {
    const made = document.createElement(tag);
    made.textContent = text;
    made.className = className;
    parent.append(made);
    return made;
  }

  const tags = {
    bold: 'strong',
    italic: 'em',
    underline: 'u',
    strike: 's',
    code: 'code',
    code_block: 'pre',
    quote: 'blockquote',
    spoiler: 'span',
    link: 'a',
  };

  /** Adds formatted text to an element, as elements and text only. Parts that cannot be shown leave their text. */
  function write(parts, parent) {
    const isBlock = (part) => part?.type === 'code_block' || part?.type === 'quote';
    for (const [i, part] of parts.entries()) {
      if (typeof part === 'string') {
        // Blocks stand apart by themselves.
        const text = isBlock(parts[i - 1]) ? part.replace(/^\n{1,2}/, '') : part;
        parent.append(isBlock(parts[i + 1]) ? text.replace(/\n{1,2}$/, '') : text);
        continue;
      }
      const { type, url, children } = part;
      const isKnown = Object.hasOwn(tags, type) && (type !== 'link' || /^(https?|mailto|tel):/i.test(url));
      const into = isKnown ? make(tags[type], parent) : parent;
      if (isKnown && type === 'link') {
        Object.assign(into, { href: url, target: '_blank', rel: 'noopener noreferrer nofollow' });
      }
      if (isKnown && type === 'code_block') into.tabIndex = 0; // for scrolling by keyboard
      write(children, isKnown && type === 'spoiler' ? cover(into) : into);
    }
  }

  /** Makes a spoiler. @returns the element for what it hides */
  function cover(spoiler) {
    spoiler.className = 'spoiler';
    Object.assign(spoiler, { role: 'button', ariaLabel: 'Hidden text. Press to show it.', tabIndex: 0 });
    const uncover = (event) => {
      event.preventDefault();
      spoiler.className = '';
      Object.assign(spoiler, { role: null, ariaLabel: null, tabIndex: -1, onclick: null, onkeydown: null });
    };
    spoiler.onclick = uncover;
    spoiler.onkeydown = (event) => {
      if (event.key === 'Enter' || event.key === ' ') uncover(event);
    };
    return make('span', spoiler);
  }

  /** @param kind `in` for the visitor's messages, otherwise the author: `scenario` or `operator` */
  function bubble(text, kind, formatted = [text]) {
    keepFocus(() => {
      for (const old of root.querySelectorAll('.once')) old.remove();
    });
    const box = make('div', lines, '', kind);
    if (kind === 'operator') make('small', box, 'A person');
    write(formatted, make('div', box, '', 'said'));
    // The log is laid out from its end, so it stays there when a picture arrives late or the window changes.
    log.scrollTop = 0;
    return box;
  }

  /** Tells the server which message is the newest that the visitor has before their eyes. */
  function reportSeen() {
    if (document.hidden || reporting || Math.max(...inView) <= reported) return;
    // Several messages that come together are one report. After a failure it is tried again with the next message.
    reporting = setTimeout(async () => {
      const n = document.hidden ? 0 : Math.max(...inView);
      const isKnown = n > reported && (await send('POST', '/read', { n }).catch(() => ({}))).ok;
      reporting = undefined;
      if (!isKnown) return;
      reported = n;
      reportSeen();
    }, 300);
  }

  /** Greys out the buttons of a message, or gives them back; its links stay. */
  function grey(keys, isGrey) {
    keepFocus(() => {
      for (const key of keys.querySelectorAll('button')) key.disabled = isGrey;
    });
  }

  /** What became of a press, in this tab or another. */
  function settle({ message_id, spent, notice }) {
    const keys = keysOf.get(message_id);
    if (keys) {
      keys.dataset.spent = spent || '';
      grey(keys, spent);
    }
    if (notice) inform(notice);
  }

  function show({
    n,
    message_id,
    direction,
    author,
    text,
    formatted,
    image,
    buttons,
    spent,
    keyboard,
    columns,
  }) {
    if (n <= last) return;
    last = n;
    lastId = message_id;
    if (direction === 'out') stopTyping();
    if (direction === 'in') {
      const mine = pending.findIndex((sent) => sent.text === text);
      if (mine >= 0) keepFocus(() => pending.splice(mine, 1)[0].box.remove());
    }
    const box = bubble(text, direction === 'in' ? 'in' : author, formatted);
    if (/^https?:/.test(image)) {
      const picture = make('img', box);
      picture.referrerPolicy = 'no-referrer';
      picture.alt = 'Picture';
      picture.src = image;
      box.prepend(picture);
    }
    if (buttons.length) {
      const keys = make('div', box, '', keyboard === 'reply' ? 'keys once' : 'keys');
      if (keyboard !== 'reply') keysOf.set(message_id, keys);
      keys.style.gridTemplateColumns = `repeat(${columns},minmax(0,1fr))`;
      buttons.forEach(({ text, url }, index) => {
        const key = make(url ? 'a' : 'button', keys, text);
        if (url) Object.assign(key, { href: url, target: '_blank', rel: 'noopener noreferrer' });
        else key.onclick = () => press(keys, text, { message_id, index });
      });
      if (spent) settle({ message_id, spent });
    }
    if (direction === 'out') {
      box.n = n;
      sight.observe(box);
      if (!panel.open) mark(true);
    }
  }

  /** A press is meant once, so the buttons are grey until the server has said what became of it. */
  async function press(keys, text, button) {
    if (keys.classList.contains('once')) return say(text, { button });
    grey(keys, true);
    await say(text, { button });
    // The word of the server may be lost. Then they can be pressed again.
    setTimeout(() => keys.dataset.spent || grey(keys, false), 10_000);
  }

  async function say(text, what = { text }) {
    const body = { ...what, message_id: `${Date.now()}-${Math.random()}` };
    const box = bubble(text, 'in wait');
    pending.push({ text, box });
    const attempt = async () => {
      keepFocus(() => box.querySelector('.again')?.remove());
      const answer = await call('/messages', body).catch(() => ({}));
      if (answer.ok) return tell();
      if (answer.status === 429) tell('That was a lot at once. Please wait a moment.');
      make('button', box, 'Not sent. Press to try again.', 'again').onclick = attempt;
    };
    await attempt();
  }

  function mark(isNew) {
    opener.className = isNew ? 'new' : '';
    opener.ariaLabel = isNew ? 'Open the chat: new messages' : 'Open the chat';
  }

  function open() {
    if (phone.matches) panel.showModal();
    else panel.show();
    opener.hidden = true;
    mark(false);
    input.focus();
    start().then(
      () => tell(),
      () => tell('The chat cannot be reached at the moment.'),
    );
  }

  function close() {
    panel.close();
    opener.hidden = false;
    opener.focus();
  }

  opener.onclick = open;
  document.addEventListener('visibilitychange', reportSeen);
  at('#close').onclick = close;
  panel.oncancel = close;
  phone.onchange = () => {
    if (!panel.open) return;
    panel.close();
    open();
  };
  // Keys typed here must not trigger shortcuts of the page, which does not see the field.
  for (const type of ['keydown', 'keypress', 'keyup']) {
    host.addEventListener(type, (event) => {
      event.stopPropagation();
    });
  }
  panel.onkeydown = (event) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    close();
  };
  person.onclick = async () => {
    const { ok } = await call('/operator').catch(() => ({}));
    // A person may have taken the dialog meanwhile.
    if (!ok) tell('That did not work. Please try again.');
    else if (!isHeld) tell('We are asking a person to join.');
  };
  at('form').onsubmit = (event) => {
    event.preventDefault();
    const text = input.value.trim();
    input.value = '';
    if (text) void say(text);
    input.focus();
  };
  input.onkeydown = (event) => {
    // The key that ends a composition is not a command; Safari marks it only by the code 229.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    at('form').requestSubmit();
  };

  const mount = () => {
    if (document.body && !host.isConnected) document.body.append(host);
  };
  window[known] = mount;
  const appear = () => {
    mount();
    if ('open' in script.dataset) open();
    // A returning visitor gets the messages that were sent meanwhile.
    else if (token) start().catch(() => {});
  };
  if (document.body) appear();
  else addEventListener('DOMContentLoaded', appear);
})();
