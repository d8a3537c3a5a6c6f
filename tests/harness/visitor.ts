/**
 * A browser without scripts: cookies, redirects, links and forms, and nothing else. As the browsers for text, it does
 * not know that a button may have an address or a method of its own.
 */
import { type HTMLElement, parse } from 'node-html-parser'

export interface SubmitOptions {
  /** Values to type or choose; a list ticks several boxes of one name; null leaves the field out. */
  fill?: Record<string, string | readonly string[] | null>
  /** The words, or `name=value`, of the button that is pressed; the first one otherwise. */
  press?: string
  /** Files to choose, by the name of their field. */
  files?: Record<string, File>
  /** Whether a redirect to this path is followed; each is unless this says so. */
  follows?: (pathname: string) => boolean
}

export class Page {
  private parsed: HTMLElement | null = null
  constructor(
    private readonly visitor: Visitor,
    /** Path and query where the visitor ended up. */
    readonly address: string,
    readonly status: number,
    readonly headers: Headers,
    readonly html: string,
    /** Addresses passed on the way. */
    readonly passed: string[],
  ) {}

  /** The page as a tree, made when somebody looks at it, with the addresses of its links as a browser reads them. */
  get root(): HTMLElement {
    this.parsed ??= this.withWholeLinks(parse(this.html))
    return this.parsed
  }

  /** As a browser: a link without a leading slash is seen from the address of its page. */
  private withWholeLinks(root: HTMLElement): HTMLElement {
    for (const link of root.querySelectorAll('a')) {
      const written = link.getAttribute('href') ?? '/'
      if (/^(?:[/?#]|[a-z][a-z0-9+.-]*:)/i.test(written)) continue
      const { pathname, search, hash } = new URL(written, `${this.visitor.origin}${this.address}`)
      link.setAttribute('href', pathname + search + hash)
    }
    return root
  }

  /** Everything a person reads in the page's own part, on one line. */
  get text(): string {
    const part = this.root.querySelector('main') ?? this.root
    return part.structuredText.replace(/\s+/g, ' ').trim()
  }

  get title(): string {
    return this.root.querySelector('title')?.text ?? ''
  }

  /** Follows the link with these words, or the one `find` picks. */
  follow(words: string | RegExp): Promise<Page> {
    const link = this.root.querySelectorAll('a').find((one) => matches(one, words))
    if (!link) throw new Error(`No link ${words} at ${this.address}: ${this.text.slice(0, 300)}`)
    return this.visitor.get(decode(link.getAttribute('href') ?? ''))
  }

  /** Sends a form as a browser would: what it holds, what is typed, and the button pressed. */
  submit(selector: string, { fill = {}, press, files = {}, follows }: SubmitOptions = {}): Promise<Page> {
    const form = this.root.querySelector(selector)
    if (!form) throw new Error(`No form ${selector} at ${this.address}: ${this.text.slice(0, 300)}`)
    const fields = fieldsOf(this.root, form)
    const buttons = [
      ...form.querySelectorAll('button'),
      ...this.root.querySelectorAll(`button[form="${form.getAttribute('id') ?? '-'}"]`),
    ]
    const button = press
      ? buttons.find(
          (one) => matches(one, press) || `${one.getAttribute('name')}=${one.getAttribute('value')}` === press,
        )
      : buttons[0]
    if (press && !button) throw new Error(`No button ${press} at ${this.address}`)
    const sent = fields.filter(([name]) => !(name in fill))
    for (const [name, value] of Object.entries(fill))
      for (const one of value === null ? [] : [value].flat()) sent.push([name, one])
    if (button?.getAttribute('name'))
      sent.push([button.getAttribute('name') ?? '', decode(button.getAttribute('value') ?? '')])
    // As a browser: the address of a form is seen from that of its page, and what stands behind # is not sent.
    const at = new URL(decode(form.getAttribute('action') ?? ''), `${this.visitor.origin}${this.address}`)
    const action = at.pathname + at.search
    const method = (form.getAttribute('method') ?? 'get').toLowerCase()
    if (method === 'post' && form.getAttribute('enctype') === 'multipart/form-data')
      return this.visitor.post(action, sent, chosenFiles(form, files), follows)
    if (method === 'post') return this.visitor.post(action, sent, undefined, follows)
    const target = at
    target.search = new URLSearchParams(sent).toString()
    return this.visitor.get(target.pathname + target.search)
  }
}

/** What a browser would send of a form: names and values of everything that is not disabled or unticked. */
function fieldsOf(root: HTMLElement, form: HTMLElement): [string, string][] {
  const id = form.getAttribute('id')
  const controls = [
    ...form.querySelectorAll('input, select, textarea'),
    ...(id ? root.querySelectorAll(`[form="${id}"]`) : []),
  ]
  return controls.flatMap((control): [string, string][] => {
    const name = decode(control.getAttribute('name') ?? '')
    if (!name || control.hasAttribute('disabled') || control.tagName === 'BUTTON') return []
    if (control.tagName === 'TEXTAREA') return [[name, decode(control.innerHTML)]]
    if (control.tagName === 'SELECT') {
      const options = control.querySelectorAll('option')
      const chosen = options.filter((one) => one.hasAttribute('selected'))
      const taken = control.hasAttribute('multiple') ? chosen : (chosen.length > 0 ? chosen : options).slice(0, 1)
      return taken.map((one) => [name, decode(one.getAttribute('value') ?? one.text)])
    }
    const type = control.getAttribute('type') ?? 'text'
    if (['submit', 'button', 'image', 'reset', 'file'].includes(type)) return []
    if (['checkbox', 'radio'].includes(type) && !control.hasAttribute('checked')) return []
    return [[name, decode(control.getAttribute('value') ?? (type === 'checkbox' ? 'on' : ''))]]
  })
}

/** The file inputs of a form with what was chosen: an empty part where nothing was. */
function chosenFiles(form: HTMLElement, files: Record<string, File>): [string, File][] {
  const names = form.querySelectorAll('input[type=file]').map((input) => input.getAttribute('name') ?? '')
  return names.map((name) => [name, files[name] ?? new File([], '')])
}

function matches(element: HTMLElement, words: string | RegExp): boolean {
  const text = element.structuredText.replace(/\s+/g, ' ').trim()
  return typeof words === 'string' ? text === words : words.test(text)
}

function decode(text: string): string {
  return parse(`<i>${text}</i>`).text
}

/** Connections that one visitor leaves idle at most, each of which may have been closed meanwhile. */
const mostIdle = 4

/** As a browser: an idle connection that is closed in the moment it is used again says nothing of the page. */
async function againIfClosed(ask: () => Promise<Response>): Promise<Response> {
  for (let idle = mostIdle; idle > 0; idle -= 1) {
    try {
      return await ask()
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string }
      if (code !== 'UND_ERR_SOCKET' && code !== 'ECONNRESET') throw error
    }
  }
  return ask()
}

export class Visitor {
  private readonly cookies = new Map<string, string>()
  constructor(
    readonly origin: string,
    private readonly headers: Record<string, string> = {},
  ) {}

  /** A page by address, redirects followed. */
  get(address: string): Promise<Page> {
    return this.visit('GET', address)
  }

  /** A form post with the headers a browser sends; with `files`, which come last, a multipart one. */
  post(
    address: string,
    fields: readonly (readonly [string, string])[],
    files?: readonly (readonly [string, File])[],
    follows?: SubmitOptions['follows'],
  ): Promise<Page> {
    const body = files ? new FormData() : new URLSearchParams()
    for (const [name, value] of fields) body.append(name, value)
    if (body instanceof FormData) for (const [name, file] of files ?? []) body.append(name, file)
    return this.visit('POST', address, body, follows)
  }

  /** One answer, without following where it leads. */
  async raw(
    method: string,
    address: string,
    init: { body?: BodyInit; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const ask = () =>
      fetch(new URL(address, this.origin), {
        method,
        redirect: 'manual',
        headers: {
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Plantroom tests',
          accept: 'text/html',
          'accept-language': 'en',
          // Neither side is worth the time of that; what a browser takes is met in `downloads.test.ts`.
          'accept-encoding': 'identity',
          cookie: this.cookieHeader(),
          ...(method === 'POST' ? { connection: 'close', origin: this.origin, 'sec-fetch-site': 'same-origin' } : {}),
          ...this.headers,
          ...init.headers,
        },
        body: init.body,
        duplex: 'half',
      })
    const response = await (method === 'GET' ? againIfClosed(ask) : ask())
    for (const line of response.headers.getSetCookie()) this.keep(line)
    return response
  }

  /** Signs in through the provider's own pages and ends where sign-in leads. */
  async signIn(login: string, { password = 'plantroom', at = '/login/start' } = {}): Promise<Page> {
    const asked = await this.get(at)
    return asked.submit('form', { fill: { login, password } })
  }

  /** Signs in as `signIn` does, without a look at the page it leads to. */
  async enter(login: string): Promise<void> {
    const asked = await this.get('/login/start')
    const fill = { login, password: 'plantroom' }
    const entered = await asked.submit('form', { fill, follows: (pathname) => /^\/(login|identity)\//.test(pathname) })
    if (entered.status !== 302) throw new Error(`${login} was not let in: ${entered.status} at ${entered.address}`)
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(name)
  }

  cookieHeader(): string {
    return [...this.cookies].map((pair) => pair.join('=')).join('; ')
  }

  cookieNames(): string[] {
    return [...this.cookies.keys()]
  }

  setCookie(name: string, value: string): void {
    this.cookies.set(name, value)
  }

  private async visit(
    method: string,
    address: string,
    body?: URLSearchParams | FormData,
    follows: SubmitOptions['follows'] = () => true,
  ): Promise<Page> {
    const passed: string[] = []
    let at = new URL(address, this.origin)
    let response = await this.raw(method, at.href, body ? { body } : {})
    for (let hops = 0; hops < 12; hops += 1) {
      const next = response.headers.get('location')
      if (!next || response.status < 300 || response.status >= 400) break
      const onward = new URL(next, at)
      if (!follows(onward.pathname)) break
      await response.arrayBuffer()
      passed.push(at.pathname + at.search)
      at = onward
      response = await this.raw('GET', at.href)
    }
    return new Page(this, at.pathname + at.search, response.status, response.headers, await response.text(), passed)
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';')
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const isExpired = attributes.some((one) => /^\s*max-age=0$/i.test(one)) || value === ''
    if (isExpired) this.cookies.delete(name.trim())
    else this.cookies.set(name.trim(), value.trim())
  }
}
