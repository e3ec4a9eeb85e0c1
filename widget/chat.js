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
  /** Files beside the input: uploaded, on their way, or refused. */
  const files = new Set();
  /** The largest file in bytes, and the types that are taken if not all. */
  let uploads = { max_bytes: 0 };
  let sendsWhenThere = false;

  const css = new CSSStyleSheet();
  // Important rules of a shadow tree override all rules of the page, so the page's styles do not change the chat.
  css.replaceSync(`
:host{all:initial!important;position:fixed!important;z-index:2147483000!important;
--page:#fff;--text:#1d2330;--soft:#5b6474;--line:#e3e7ee;--said:#eef1f6;--mine:#2456e6;--head:#2456e6;--link:#1a49c4;--key:#2456e6;--press:#eef3ff;--person:#e3f4ea;--name:#1e7d46;--edge:#1e7d46;--bad:#c22;--code:#1d233014;--quote:#46506a;--cover:#aab3c5;--focus:#2f6bff;--card:#fff;--icon:#dfe7fb;color-scheme:light}
:host(.dark){--page:#171b24;--text:#e8ebf2;--soft:#a7b0c0;--line:#2c3342;--said:#262d3b;--mine:#2f5fe0;--head:#202737;--link:#a3c0ff;--key:#a9c3ff;--press:#28324a;--person:#18382a;--name:#7fd8a4;--edge:#3fa46d;--bad:#ff9b9b;--code:#ffffff1a;--quote:#bcc5d6;--cover:#566178;--focus:#8fb1ff;--card:#1d2330;--icon:#33415f;color-scheme:dark}
@media print{:host{display:none!important}}
*{box-sizing:border-box;font:15px/1.45 system-ui,sans-serif;color:inherit;-webkit-tap-highlight-color:transparent}
button{border:0;background:none;cursor:pointer;padding:0}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
[hidden]{display:none!important}
#open,dialog{position:fixed;inset:auto 20px 20px auto;box-shadow:0 8px 30px #0f172a40}
#open{width:56px;height:56px;border-radius:50%;background:#2456e6;color:#fff}
#open.new:after{content:"";position:absolute;top:2px;right:2px;width:13px;height:13px;border-radius:50%;background:#e5484d;border:2px solid #fff}
svg{display:block;margin:auto;width:26px;fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
dialog{flex-direction:column;width:370px;height:560px;max-width:none;max-height:calc(100vh - 40px);margin:0;padding:0;border:0;border-radius:14px;overflow:hidden;background:var(--page);color:var(--text)}
:host(.dark) dialog{box-shadow:0 0 0 1px var(--line),0 8px 30px #0009}
dialog[open]{display:flex}
header{display:flex;gap:14px;align-items:center;padding:6px 6px 6px 16px;background:var(--head);color:#fff}
header :focus-visible{outline-color:#fff}
b{flex:1;font-weight:600;font-size:16px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
header button{font-size:13px;text-decoration:underline;min-width:44px;height:44px}
#close{font-size:24px;line-height:1;text-decoration:none}
#log{flex:1;overflow-y:auto;display:flex;flex-direction:column-reverse;overscroll-behavior:contain}
#log:focus-visible{outline-offset:-2px}
#lines{flex:none;margin-bottom:auto;padding:14px 14px 6px;display:flex;flex-direction:column;gap:8px}
#lines>*{max-width:85%;align-self:flex-start}
.said,#dots{padding:8px 12px;border-radius:14px 14px 14px 4px;background:var(--said)}
.said{width:fit-content;max-width:100%;white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext}
.said *{font:inherit}
.said strong{font-weight:700}
.said em{font-style:italic}
.said a{color:var(--link);text-decoration:underline;text-underline-offset:2px;unicode-bidi:isolate}
.said a:hover{text-decoration-thickness:2px}
.said code,.said pre{font:13px/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--code)}
code{border-radius:4px;padding:1px 4px;box-decoration-break:clone;-webkit-box-decoration-break:clone}
pre{margin:6px 0;padding:8px 10px;border-radius:8px;overflow-x:auto;white-space:pre;direction:ltr;unicode-bidi:isolate}
blockquote{margin:6px 0;padding-inline-start:10px;border-inline-start:3px solid #9db4ea;color:var(--quote);unicode-bidi:plaintext}
.spoiler{border-radius:4px;background:var(--cover);cursor:pointer;box-decoration-break:clone;-webkit-box-decoration-break:clone}
.spoiler>span{visibility:hidden}
#lines>.in{align-self:flex-end;display:flex;flex-direction:column;align-items:flex-end}
.in .said{background:var(--mine);color:#fff;border-radius:14px 14px 4px 14px}
.in .said a{color:inherit}
.in .said :focus-visible{outline-color:#fff}
.wait>:not(.again){opacity:.6}
.operator .said{background:var(--person);border-left:3px solid var(--edge)}
#dots{flex:none;align-self:flex-start;display:flex;gap:5px;margin:2px 14px auto;padding:13px}
#dots:not([hidden])+#lines{margin-bottom:0}
#dots i{width:7px;height:7px;border-radius:50%;background:var(--soft)}
@media(prefers-reduced-motion:no-preference){#dots i{animation:dot 1.2s infinite}#dots i+i{animation-delay:.2s}#dots i+i+i{animation-delay:.4s}}
@keyframes dot{0%,60%,100%{opacity:.35}30%{opacity:1}}
#typing{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
small{display:block;margin:0 0 3px;font-size:12px;color:var(--name)}
.operator+.operator>small{display:none}
#lines>.info{align-self:center;padding:2px 8px;font-size:12.5px;text-align:center;color:var(--soft)}
.hint:not(:only-child),.held .scenario .keys>button{display:none}
.again{display:block;margin-left:auto;font-size:12px;color:var(--bad);text-decoration:underline}
.files{display:grid;gap:4px;max-width:100%}
.files+.said,.said+.files{margin-top:4px}
.pics{display:grid;gap:4px}
.pics:has(>:nth-child(2)){grid-template-columns:1fr 1fr;width:270px;max-width:100%}
.pic{display:block;min-width:0;border-radius:12px;overflow:hidden;background:var(--said)}
img{display:block;max-width:100%;height:auto;border-radius:12px;color:var(--soft)}
.pic:not(:only-child),.pics .free{aspect-ratio:1}
.pic:last-child:nth-child(odd):not(:only-child){grid-column:1/-1;aspect-ratio:2}
.pics>.card{grid-column:1/-1}
.pics .free:only-child{width:270px;max-width:100%;aspect-ratio:4/3}
.pic:not(:only-child) img,.pics .free img{width:100%;height:100%;object-fit:cover}
img.plain{max-height:300px;margin-bottom:4px}
video{display:block;width:270px;max-width:100%;aspect-ratio:16/9;border-radius:12px;background:#000}
.sound{width:270px;max-width:100%;padding:8px;border-radius:12px;background:var(--said)}
.sound span{display:block;padding:0 6px 6px;font-size:13.5px;overflow-wrap:anywhere}
audio{display:block;width:100%;height:40px}
.card{display:flex;gap:10px;align-items:center;width:270px;max-width:100%;padding:9px 12px 9px 9px;border:1px solid var(--line);border-radius:12px;background:var(--card);color:var(--text);text-decoration:none}
.card i{flex:none;width:40px;height:40px;border-radius:9px;background:var(--icon);color:var(--key);font:700 11px/40px system-ui,sans-serif;text-align:center;overflow:hidden}
.card span{min-width:0}
.card u{display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden;overflow-wrap:anywhere;font-size:14px;line-height:1.3;text-decoration:none}
.card s{font-size:12px;color:var(--soft);text-decoration:none}
.keys{display:grid;gap:6px;margin-top:6px}
.keys>*{border:1px solid var(--key);border-radius:10px;padding:7px 10px;color:var(--key);text-align:center;text-decoration:none;overflow-wrap:anywhere}
.card:active,.keys>:not(:disabled):active{background:var(--press)}
@media(hover:hover){.card:hover,.keys>:not(:disabled):hover{background:var(--press)}}
.keys>:disabled{border-color:var(--line);color:var(--soft);background:var(--said);cursor:default}
#note{padding:4px 16px;font-size:12.5px;color:var(--soft);min-height:26px;overflow-wrap:anywhere}
#note.bad{color:var(--bad)}
#tray{display:flex;flex-direction:column;gap:6px;max-height:172px;overflow-y:auto;padding:8px 12px;border-top:1px solid var(--line)}
#tray:empty{display:none}
.up{position:relative;flex:none;display:flex;gap:10px;align-items:center;min-height:44px;padding:4px 4px 4px 5px;border-radius:10px;background:var(--said);overflow:hidden}
.up img,.up i{flex:none;width:36px;height:36px;border-radius:7px;object-fit:cover}
.up i{background:var(--icon);color:var(--key);font:700 10px/36px system-ui,sans-serif;text-align:center;overflow:hidden}
.up span{flex:1;min-width:0;font-size:13.5px;line-height:1.3}
.up span>*{display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font:inherit;text-decoration:none}
.up s{font-size:12px;color:var(--soft)}
.up.bad s{color:var(--bad);white-space:normal}
.up button{flex:none;width:36px;height:36px;font-size:20px;line-height:1;border-radius:8px}
progress{position:absolute;inset:auto 0 0;width:100%;height:3px;border:0;appearance:none;background:none}
progress::-webkit-progress-bar{background:none}
progress::-webkit-progress-value{background:var(--key)}
progress::-moz-progress-bar{background:var(--key)}
#drop{position:absolute;inset:0;display:grid;place-items:center;background:var(--page);border:3px dashed var(--key);border-radius:14px;color:var(--key);font-weight:600;opacity:.94;pointer-events:none}
form{display:flex;gap:6px;align-items:flex-end;padding:6px 10px;border-top:1px solid var(--line)}
#tray:not(:empty)+form{border-top:0}
textarea{flex:1;min-width:0;border:0;outline:0;resize:none;background:none;height:44px;padding:11px 4px;font-size:16px;line-height:22px;field-sizing:content;min-height:44px;max-height:132px}
@supports(field-sizing:content){textarea{height:auto}}
textarea:focus-visible{outline:0}
textarea::placeholder{color:var(--soft);opacity:1}
form:has(textarea:focus){box-shadow:inset 0 2px var(--focus)}
form button{flex:none;min-width:44px;height:44px;border-radius:10px;color:var(--key);font-weight:600}
#attach svg{width:23px}
@media(max-width:480px){dialog{inset:0;width:auto;height:100dvh;max-height:none;border-radius:0}.keys>*{padding:11px 10px}}
@media(forced-colors:active){#open,dialog,header,.said,#dots,.sound,.up{border:1px solid}}`);

  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [css];
  // Fixed markup; messages are inserted as text only.
  root.innerHTML = `<button id=open aria-label="Open the chat"><svg viewBox="0 0 24 24" aria-hidden=true><path d="M4 5h16v11H10l-5 4v-4H4z"/></svg></button>
<dialog aria-label=Chat><header><b>Chat</b><button id=person>Talk to a person</button><button id=close aria-label="Close the chat">×</button></header>
<div id=log role=log aria-label=Messages tabindex=0><div id=dots aria-hidden=true hidden><i></i><i></i><i></i></div><div id=lines></div></div>
<div id=typing role=status></div><div id=note role=status></div><div id=tray></div>
<form><button type=button id=attach aria-label="Attach files" hidden><svg viewBox="0 0 24 24" aria-hidden=true><path d="M20 11.5l-8 8a5 5 0 0 1-7-7l8.5-8.5a3.3 3.3 0 0 1 4.7 4.7l-8.5 8.5a1.6 1.6 0 0 1-2.3-2.3L15 8.3"/></svg></button><input type=file multiple hidden><textarea aria-label="Your message" placeholder="Write a message" maxlength=3000 rows=1></textarea><button>Send</button></form><div id=drop hidden>Drop your files here</div></dialog>`;
  const at = (id) => root.querySelector(id);
  const [opener, panel, log, dots, lines, note, tray, picker, attach, drop, input, person] = [
    '#open',
    'dialog',
    '#log',
    '#dots',
    '#lines',
    '#note',
    '#tray',
    'input',
    '#attach',
    '#drop',
    'textarea',
    '#person',
  ].map(at);
  // As the page says, or else as the visitor's system does.
  const night = matchMedia('(prefers-color-scheme:dark)');
  const light = () => {
    const { theme } = script.dataset;
    host.className = (theme ? theme === 'dark' : night.matches) ? 'dark' : '';
  };
  light();
  night.addEventListener('change', light);
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
    uploads = session.uploads;
    attach.hidden = !uploads.max_bytes;
    picker.accept = uploads.types?.join() ?? '';
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
    note.role = 'status';
    note.className = '';
    note.textContent = text;
  }

  /** Says what went wrong. */
  function warn(text) {
    // The role comes first: screen readers say at once what changes in an alert.
    note.role = 'alert';
    note.className = 'bad';
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

  /** Takes away the reply buttons. */
  function dropKeys() {
    keepFocus(() => root.querySelector('.once')?.remove());
  }

  /** @param kind `in` for the visitor's messages, otherwise the author: `scenario` or `operator` */
  function bubble(text, kind, formatted = [text]) {
    // What is said to the visitor beside a question leaves its buttons, and so does a file: it may answer nothing.
    if (text && kind.startsWith('in')) dropKeys();
    const box = make('div', lines, '', kind);
    if (kind === 'operator') make('small', box, 'A person');
    if (text) write(formatted, make('div', box, '', 'said'));
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

  function show(message) {
    const { n, message_id, direction, author, text, formatted, image, buttons, spent, keyboard, columns } =
      message;
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
      const picture = make('img', box, '', 'plain');
      picture.referrerPolicy = 'no-referrer';
      picture.alt = 'Picture';
      picture.src = image;
      box.prepend(picture);
    }
    if (message.attachments) {
      const list = showFiles(message);
      const said = box.querySelector('.said');
      if (said) said.before(list);
      else box.append(list);
    }
    if (buttons.length) {
      if (keyboard === 'reply') dropKeys();
      const keys = make('div', box, '', keyboard === 'reply' ? 'keys once' : 'keys');
      if (keyboard !== 'reply') keysOf.set(message_id, keys);
      keys.style.gridTemplateColumns = `repeat(${columns},minmax(0,1fr))`;
      buttons.forEach(({ text, url }, index) => {
        const key = make(url ? 'a' : 'button', keys, text);
        if (url) Object.assign(key, { href: url, target: '_blank', rel: 'noopener noreferrer' });
        else key.onclick = () => press(keys, text, { message_id, index });
      });
      if (buttons.length % columns === 1) keys.lastChild.style.gridColumn = '1/-1';
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

  /** Makes the attachments of a message. */
  function showFiles({ n, attachments }) {
    const list = document.createElement('div');
    list.className = 'files';
    let pics;
    for (const [i, file] of attachments.entries()) {
      if (!/^https?:/.test(file.url)) continue;
      const name = file.name || nameIn(file.url);
      if (file.type === 'image') pics ||= make('div', list, '', 'pics');
      else pics = undefined;
      if (file.type === 'image') showPicture(file, name, n, i, pics);
      else if (file.type === 'document') list.append(card(file, name, n, i));
      else showPlayer(file, name, n, i, list);
    }
    return list;
  }

  const isOld = ({ url_expires_at: at }) => at && new Date(at) < Date.now();

  /** Reads an address that has expired again. @returns whether it had */
  async function renew(file, n, i) {
    if (!isOld(file)) return false;
    const answer = await send('GET', `/messages?after=${n - 1}`);
    Object.assign(file, (await answer.json()).items[0].attachments[i]);
    return true;
  }

  /** Loads a file into an element, and shows a card in place of what cannot be shown. */
  function load(element, frame, file, name, n, i) {
    const giveUp = () => frame.replaceWith(card(file, name, n, i));
    element.onerror = async () => {
      element.onerror = giveUp;
      if (await renew(file, n, i).catch(() => false)) element.src = file.url;
      else giveUp();
    };
    element.src = file.url;
  }

  /** Opens a file in a new tab, by an address that has not expired. */
  function link(made, file, n, i) {
    Object.assign(made, { href: file.url, target: '_blank', rel: 'noopener noreferrer' });
    made.onclick = async (event) => {
      if (!isOld(file)) return;
      event.preventDefault();
      const isNew = await renew(file, n, i).catch(() => false);
      if (isNew) window.open(file.url, '_blank', 'noopener,noreferrer');
      else warn('The file cannot be opened at the moment.');
    };
    return made;
  }

  function showPicture(file, name, n, i, pics) {
    const { width, height } = file;
    const frame = link(make('a', pics, '', width && height ? 'pic' : 'pic free'), file, n, i);
    const img = make('img', frame);
    Object.assign(img, { loading: 'lazy', referrerPolicy: 'no-referrer', alt: name });
    if (width && height) {
      // Its place is kept before it is there.
      const scale = Math.min(1, 270 / width, 320 / height);
      img.width = Math.max(1, Math.round(width * scale));
      img.height = Math.max(1, Math.round(height * scale));
    }
    load(img, frame, file, name, n, i);
  }

  function showPlayer(file, name, n, i, list) {
    const frame = make('div', list, '', file.type === 'audio' ? 'sound' : '');
    if (file.type === 'audio') make('span', frame, name);
    const player = make(file.type, frame);
    Object.assign(player, { controls: true, preload: 'metadata', playsInline: true, ariaLabel: name });
    load(player, frame, file, name, n, i);
  }

  /** A file to download: its name, type and size. */
  function card(file, name, n, i) {
    const { size, media_type } = file;
    // What is still being sent has no address.
    const made = document.createElement(n ? 'a' : 'div');
    if (n) link(made, file, n, i);
    made.className = 'card';
    const kind = kindOf(name, media_type);
    icon(name, media_type, made);
    const words = make('span', made);
    make('u', words, name);
    make('s', words, [kind, size && inWords(size)].filter(Boolean).join(' · '));
    return made;
  }

  function icon(name, type, parent) {
    const made = make('i', parent, kindOf(name, type));
    made.ariaHidden = true;
    return made;
  }

  const nameIn = (url) => {
    try {
      const { pathname, host: from } = new URL(url);
      return decodeURIComponent(pathname.split('/').pop()) || from;
    } catch {
      return 'file';
    }
  };
  const kindOf = (name, type = '') =>
    (/\.(\w{1,5})$/.exec(name)?.[1] ?? type.split('/').pop().slice(0, 4)).toUpperCase() || 'FILE';
  const inWords = (bytes) => {
    if (bytes < 1000) return `${bytes} bytes`;
    const mega = bytes / 2 ** 20;
    return mega < 0.95
      ? `${Math.max(1, Math.round(bytes / 1024))} KB`
      : `${+mega.toFixed(mega < 10 ? 1 : 0)} MB`;
  };

  /** Uploads files beside the input. */
  function add(chosen) {
    for (const file of chosen) {
      if (files.size >= 10) return warn('A message has at most 10 files.');
      const box = make('div', tray, '', 'up');
      const up = { file, box };
      files.add(up);
      if (/^image\/(png|jpeg|gif|webp|avif|bmp)$/.test(file.type)) {
        const img = make('img', box);
        img.alt = '';
        img.src = URL.createObjectURL(file);
        img.onload = () => URL.revokeObjectURL(img.src);
        img.onerror = () => img.replaceWith(icon(file.name, file.type, box));
      } else icon(file.name, file.type, box);
      const words = make('span', box);
      make('u', words, file.name);
      up.state = make('s', words, inWords(file.size));
      up.bar = make('progress', box);
      Object.assign(up.bar, { max: 1, value: 0, ariaLabel: `Sending ${file.name}` });
      const remove = make('button', box, '×');
      Object.assign(remove, { type: 'button', ariaLabel: `Remove ${file.name}` });
      remove.onclick = () => {
        up.request?.abort();
        discard(up);
        input.focus();
      };
      upload(up);
    }
  }

  function discard(up) {
    files.delete(up);
    up.box.remove();
    release();
  }

  function refuse(up, words) {
    up.bar.remove();
    up.box.className = 'up bad';
    up.state.textContent = words;
    up.isBad = true;
    release();
  }

  async function upload(up, tries = 1) {
    const { file } = up;
    if (file.size > uploads.max_bytes) {
      return refuse(up, `Too large: at most ${inWords(uploads.max_bytes)}.`);
    }
    if (!file.size) return refuse(up, 'The file is empty.');
    try {
      await start();
    } catch {
      return refuse(up, 'The chat cannot be reached at the moment.');
    }
    if (!files.has(up)) return;
    // fetch does not tell how much was sent.
    const request = new XMLHttpRequest();
    up.request = request;
    request.upload.onprogress = ({ loaded, total }) => {
      up.bar.value = loaded / total;
    };
    request.onerror = () => refuse(up, 'Not sent. Remove it and try again.');
    request.onload = () => {
      const { status } = request;
      if (status === 201) {
        up.stored = JSON.parse(request.response);
        up.bar.remove();
        return release();
      }
      if (status === 401 && tries < 3) return void begin().then(() => upload(up, tries + 1), request.onerror);
      if (status === 503 && tries < 3) return void setTimeout(() => upload(up, tries + 1), 3000);
      const words = {
        413: `Too large: at most ${inWords(uploads.max_bytes)}.`,
        415: 'Files of this type are not taken.',
        422: 'The file is empty.',
        429: 'That was a lot at once. Wait a minute and try again.',
      };
      refuse(up, words[status] ?? 'Not sent. Remove it and try again.');
    };
    request.open('POST', `${api}/files?name=${encodeURIComponent(file.name)}`);
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.setRequestHeader('content-type', file.type || 'application/octet-stream');
    request.send(file);
  }

  /** Sends what was held back until the files were there. */
  function release() {
    if (!sendsWhenThere || [...files].some(({ stored, isBad }) => !stored && !isBad)) return;
    sendsWhenThere = false;
    tell();
    submit();
  }

  function submit() {
    const text = input.value.trim();
    const all = [...files].filter(({ isBad }) => !isBad);
    if (all.some(({ stored }) => !stored)) {
      sendsWhenThere = true;
      return tell('Your message is sent as soon as the files are there.');
    }
    const refused = [...files].filter(({ isBad }) => isBad).map(({ file }) => file.name);
    if (!text && !all.length) {
      if (refused.length) warn('Nothing was sent: these files cannot be.');
      return;
    }
    input.value = '';
    for (const { box } of files) box.remove();
    files.clear();
    const shown = all.map(({ stored, file }) => {
      const [family] = stored.type.split('/');
      const type = /^(image|audio|video)$/.test(family) ? family : 'document';
      return { ...stored, type, media_type: stored.type, size: file.size };
    });
    const attachments = shown.map(({ type, file_id }) => ({ type, file_id }));
    const what = shown.length ? { ...(text && { text }), attachments } : { text };
    // What was left out is said last, where the success of the rest would hide it.
    void say(text, what, shown).then(() => refused.length && warn(`Sent without ${refused.join(', ')}`));
  }

  async function say(text, what = { text }, shown = []) {
    const body = { ...what, message_id: `${Date.now()}-${Math.random()}` };
    const box = bubble(text, 'in wait');
    if (shown.length) {
      const list = make('div', box, '', 'files');
      for (const file of shown) list.append(card(file, file.name));
      box.prepend(list);
    }
    pending.push({ text, box });
    const attempt = async () => {
      keepFocus(() => box.querySelector('.again')?.remove());
      const answer = await call('/messages', body).catch(() => ({}));
      if (answer.ok) return tell();
      if (answer.status === 429) warn('That was a lot at once. Please wait a moment.');
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
      () => warn('The chat cannot be reached at the moment.'),
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
    if (!ok) warn('That did not work. Please try again.');
    else if (!isHeld) tell('We are asking a person to join.');
  };
  at('form').onsubmit = (event) => {
    event.preventDefault();
    submit();
    input.focus();
  };
  attach.onclick = () => picker.click();
  picker.onchange = () => {
    add(picker.files);
    picker.value = '';
    input.focus();
  };
  input.onpaste = ({ clipboardData }) => {
    if (uploads.max_bytes) add(clipboardData.files);
  };
  const brings = (event) => uploads.max_bytes && event.dataTransfer.types.includes('Files');
  panel.ondragover = (event) => {
    if (!brings(event)) return;
    event.preventDefault();
    drop.hidden = false;
  };
  panel.ondragleave = (event) => {
    if (!panel.contains(event.relatedTarget)) drop.hidden = true;
  };
  panel.ondrop = (event) => {
    drop.hidden = true;
    if (!brings(event)) return;
    event.preventDefault();
    add(event.dataTransfer.files);
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
