/** Real browsers for text in a terminal of their own, so high that every page stands on one screen; driven by keys. */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export type TextBrowserName = 'lynx' | 'w3m'

export interface TextBrowser {
  open(address: string): Promise<void>
  /** What stands on the screen, on one line. */
  text(): string
  /** Waits until these words stand there. */
  sees(words: string): Promise<string>
  /** Follows a link, or presses a button. */
  press(words: string): Promise<void>
  /** Types into the field after a label, in place of what is there. */
  type(label: string, text: string): Promise<void>
  /** Ticks or unticks the box before these words; of several that exclude each other, takes this one. */
  tick(words: string): Promise<void>
  /** Chooses an option of the list after a label. */
  choose(label: string, option: string): Promise<void>
  close(): void
}

/** A page may take so long until it is there. */
const longest = 30_000

/** Starts one at an address. */
export async function startTextBrowser(name: TextBrowserName, address: string): Promise<TextBrowser> {
  const terminal = openTerminal()
  const browser = { lynx: lynxIn, w3m: w3mIn }[name](terminal)
  terminal.run(browser.command(address))
  return { ...browser.keys, text: terminal.text, sees: terminal.sees, close: terminal.close }
}

type Terminal = ReturnType<typeof openTerminal>

function openTerminal() {
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-terminal-'))
  const socket = `plantroom-${randomUUID()}`
  const tmux = (...argv: string[]) =>
    execFileSync('tmux', ['-L', socket, '-f', '/dev/null', ...argv], {
      encoding: 'utf8',
      env: { ...process.env, HOME: folder, LANG: 'C.UTF-8', TERM: 'xterm' },
    })
  const screen = () => tmux('capture-pane', '-p', '-t', 'one')
  const text = () => screen().replace(/\s+/g, ' ')

  /** Waits until the screen is as it should be; throws with what stands there instead. */
  async function until<T>(what: string, found: (screen: string) => T | null): Promise<T> {
    for (const end = Date.now() + longest; ; await pause(50)) {
      const answer = found(screen())
      if (answer !== null) return answer
      if (Date.now() > end) throw new Error(`${what} did not come: ${text().slice(0, 3_000)}`)
    }
  }

  return {
    folder,
    text,
    screen,
    until,
    run: (command: string) => tmux('new-session', '-d', '-s', 'one', '-x', '200', '-y', '900', command),
    keys: (...keys: string[]) => tmux('send-keys', '-t', 'one', ...keys),
    write: (typed: string) => tmux('send-keys', '-t', 'one', '-l', typed),
    sees: (words: string) => until(words, () => (text().includes(words) ? text() : null)),
    close() {
      tmux('kill-server')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** lynx numbers every link and field: they are found by the words beside them. */
function lynxIn(terminal: Terminal) {
  const { until, keys, write, folder } = terminal
  const settings = join(folder, 'lynx.cfg')
  // Several lines are written in an editor: one that puts in what was meant to be typed.
  const draft = join(folder, 'typed')
  writeFileSync(
    settings,
    [
      'INCLUDE:/etc/lynx/lynx.cfg',
      'ACCEPT_ALL_COOKIES:TRUE',
      'DEFAULT_KEYPAD_MODE:LINKS_AND_FIELDS_ARE_NUMBERED',
      'TEXTFIELDS_NEED_ACTIVATION:TRUE',
      'CHARACTER_SET:utf-8',
    ].join('\n'),
  )
  const stands = (told: string) => until(told, (screen) => (screen.includes(told) ? screen : null))

  async function go(number: string, told: string) {
    keys(...number, 'Enter')
    await stands(told)
  }

  return {
    command: (address: string) => `lynx -nopause -cfg=${settings} -editor='cp ${draft}' '${address}'`,
    keys: {
      async open(address: string) {
        keys('g')
        await stands('URL to open')
        keys('C-u')
        write(address)
        keys('Enter')
      },
      async press(words: string) {
        const said = exactly(words)
        const found = await until(words, (screen) => {
          const button = screen.match(new RegExp(`\\(\\[(\\d+)\\][^)]*\\)\\s+${said}(?!\\p{L})`, 'u'))
          const link = screen.match(new RegExp(`\\[(\\d+)\\]${said}(?!\\p{L})`, 'u'))
          return button ? { number: button[1], isButton: true } : link ? { number: link[1], isButton: false } : null
        })
        if (!found.isButton) return void keys(...(found.number ?? ''), 'Enter')
        await go(found.number ?? '', 'submit button')
        keys('Enter')
      },
      async type(label: string, typed: string) {
        const number = await until(label, (screen) => {
          const after = screen.match(new RegExp(`${exactly(label)}[^]*?\\[(\\d+)\\][^\\s[]*_`))
          return after?.[1] ?? null
        })
        await go(number, 'Inactive')
        keys('Enter')
        await until(label, (screen) => (screen.includes('Inactive') ? null : screen))
        if (typed.includes('\n')) {
          writeFileSync(draft, typed)
          keys('C-x', 'e')
          await until(label, (screen) => (screen.includes(typed.split('\n')[0] ?? '') ? screen : null))
          keys('Tab')
          return
        }
        keys('C-a', 'C-k')
        keys('C-u')
        write(typed)
        keys('Tab')
      },
      async choose(label: string, option: string) {
        const number = await until(label, (screen) => listAfter(screen, label))
        await go(number, 'Option list')
        keys('Enter')
        await until(option, (screen) => (screen.includes('Option list') ? null : screen))
        keys('Home', '/')
        await stands('query')
        write(option)
        keys('Enter', 'Enter')
        await until(option, (screen) => (screen.includes(option) ? screen : null))
      },
      async tick(words: string) {
        const number = await until(words, (screen) => boxBefore(screen, words))
        keys(...number, 'Enter')
        await until(words, (screen) => (/heckbox|adio button/i.test(screen) ? screen : null))
        keys('Enter')
      },
    },
  }
}

/** w3m numbers links and inputs, but neither buttons nor fields of several lines: those are searched for. */
function w3mIn(terminal: Terminal) {
  const { until, keys, write, folder } = terminal
  // A field of several lines is written in an editor: one that puts in what was meant to be typed.
  const draft = join(folder, 'typed')
  const options = {
    accept_cookie: '1',
    use_history: '0',
    display_charset: 'UTF-8',
    display_link_number: '1',
    vi_prec_num: '1',
    editor: `cp ${draft} %s`,
  }
  const given = Object.entries(options).map(([option, value]) => `-o '${option}=${value}'`)

  /** To the last place where these words stand, by way of the number before it. */
  async function find(words: string) {
    const before = await until(words, (screen) => {
      const places = [...screen.matchAll(new RegExp(`${exactly(words)}(?!\\p{L})`, 'gu'))]
      const at = places.at(-1)?.index
      return at === undefined ? null : { number: [...screen.slice(0, at).matchAll(/\[(\d+)\]/g)].at(-1)?.[1] }
    })
    keys('g')
    if (before.number) keys(...before.number, '[')
    keys('/')
    await until('the search', (screen) => (screen.includes('Forward:') ? screen : null))
    write(words.split(' ')[0] === words ? exactly(words) : words.replace(/[.*+?^${}()|[\]\\]/g, '.'))
    keys('Enter')
  }

  return {
    command: (address: string) => `w3m -cookie ${given.join(' ')} '${address}'`,
    keys: {
      async open(address: string) {
        keys('U')
        await until('the prompt', (screen) => (screen.includes('Goto URL:') ? screen : null))
        keys('C-u')
        write(address)
        keys('Enter')
      },
      /** The last that is called so: what leads to the page itself stands above its buttons. */
      async press(words: string) {
        const number = await until(words, (screen) => {
          const place = [...screen.matchAll(new RegExp(`(?:\\[(\\d+)\\])?${exactly(words)}(?!\\p{L})`, 'gu'))].at(-1)
          return place ? { link: place[1] } : null
        })
        if (number.link) keys(...number.link, '[')
        else await find(words)
        keys('Enter')
      },
      async type(label: string, typed: string) {
        const field = await until(label, (screen) =>
          screen.replace(/\s+/g, ' ').includes(label)
            ? { number: screen.match(new RegExp(`${exactly(label)}[^[]*\\[(\\d+)\\]\\[`))?.[1] }
            : null,
        )
        writeFileSync(draft, typed)
        if (field.number) keys(...field.number, '[')
        else {
          await find(label)
          keys('Tab')
        }
        keys('Enter')
        const isPrompted = await until(label, (screen) =>
          /^(TEXT|Password):/m.test(screen)
            ? { yes: true }
            : screen.includes(typed.split('\n')[0] ?? '')
              ? { yes: false }
              : null,
        )
        if (!isPrompted.yes) return
        keys('C-e', 'C-u')
        write(typed)
        keys('Enter')
      },
      async choose(label: string, option: string) {
        const number = await until(label, (screen) => listAfter(screen, label))
        keys(...number, '[')
        keys('Enter')
        await until(option, (screen) => (screen.includes(option) ? screen : null))
        keys('/')
        await until('the search', (screen) => (screen.includes('Forward:') ? screen : null))
        write(exactly(option).replaceAll('\\s+', ' '))
        keys('Enter', 'Enter')
      },
      async tick(words: string) {
        const number = await until(words, (screen) => boxBefore(screen, words))
        keys(...number, '[')
        keys('Enter')
      },
    },
  }
}

const exactly = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s+')

/** Returns the number of the box or radio button right before these words, any of which may be a link. */
function boxBefore(screen: string, words: string): string | null {
  const withNumbers = exactly(words).replaceAll('\\s+', '\\s+(?:\\[\\d+\\])?')
  const box = new RegExp(`\\[(\\d+)\\]\\s*[[(][ X*][\\])]\\s*(?:\\[\\d+\\])?${withNumbers}`)
  return screen.match(box)?.[1] ?? null
}

/** The number of the list that stands right after a label. */
function listAfter(screen: string, label: string): string | null {
  return screen.match(new RegExp(`${exactly(label)}[^[]*\\[(\\d+)\\]\\s*\\[`))?.[1] ?? null
}
