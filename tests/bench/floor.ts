/**
 * The least that a page may cost: a program that serves one page of the console with nothing but what the page needs.
 * The session comes from the store, the same calls are sent at once and their replies checked against the contracts,
 * texts are looked up, and React writes static markup of the same size, sent with the same headers. What is measured
 * against it is the rest of the console: routes, rights, retries, forms, components.
 */
import { createServer } from 'node:http'
import Database from 'libsql'
import { type HTMLElement, NodeType, parse } from 'node-html-parser'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Agent } from 'undici'
import { fetchRaw } from '../../app/backend/fetch-raw.server'
import { readJson } from '../../app/backend/reply-text'
import en from '../../app/i18n/en'
import { createTexts, translateIn } from '../../app/i18n/instance'
import { hashOfId, idInCookieHeader } from '../../app/session/cookies.server'
import { openTokens } from '../../app/session/stored-tokens.server'
import { contracts } from '../../services/contracts'
import { type AnyEndpoint, basePaths } from '../../services/contracts/endpoint'
import { parseReply } from '../../services/contracts/lenient'
import type { Call } from './recorder'

/** What the program is sent, once, when it has started. */
export interface FloorPage {
  port: number
  /** The store of the console. */
  store: string
  portOf: Record<string, number>
  calls: Call[]
  /** The page as the console sends it. */
  html: string
  headers: Record<string, string>
}

type Reply = unknown
/** Writes a part of the page, of the replies that it shows. */
type Part = (replies: readonly Reply[]) => ReactNode

const maxReplyBytes = 8 * 1024 * 1024
const t = translateIn(createTexts('en', en)) as unknown as (key: string, values?: object) => string

process.once('message', (page: FloorPage) => serve(page))
process.send?.({ ready: true })

function serve({ port, store, portOf, calls, html, headers }: FloorPage): void {
  const sessions = new Database(store).prepare('SELECT * FROM session WHERE id_hash = ?')
  const agent = new Agent({ connections: 64, keepAliveTimeout: 30_000 })
  const asked = calls.map((call) => ({
    ...call,
    endpoint: endpointOf(call),
    at: new URL(call.url, `http://127.0.0.1:${portOf[call.service]}`),
  }))
  const part = partOf(parse(html), rowsIn(calls))

  createServer(async (request, response) => {
    const id = idInCookieHeader(request.headers.cookie ?? '', 'session') ?? ''
    const row = sessions.get(hashOfId(id)) as { tokens_sealed: string }
    const token = openTokens(row.tokens_sealed)?.accessToken
    const replies = await Promise.all(
      asked.map(async ({ endpoint, at, method, headers: sent, body }) => {
        const raw = await fetchRaw(agent, {
          url: at,
          signal: { reason: null, onAbort: null },
          maxBytes: maxReplyBytes,
          method: method as 'GET',
          headers: { ...sent, authorization: `Bearer ${token}` },
          body: body === '' ? null : body,
        })
        const { json } = await readJson(raw.bytes, raw.headers, maxReplyBytes)
        const read = parseReply(endpoint.reply, json)
        if (!read.ok) throw new Error(`${at.pathname} answered ${raw.status}`)
        return read.value
      }),
    )
    const written = Buffer.from(`<!DOCTYPE html>${renderToStaticMarkup(part(replies))}`)
    response.writeHead(200, { ...headers, 'content-length': written.length })
    response.end(written)
  }).listen(port, () => process.send?.({ listening: true }))
}

function endpointOf({ service, method, url }: Call): AnyEndpoint {
  const path = url.split('?')[0]?.slice(basePaths[service].length) ?? ''
  const all = Object.values(contracts[service]) as AnyEndpoint[]
  const found = all.find(
    (one) => one.method === method && new RegExp(`^${one.path.replace(/\{\w+\}|:\w+/g, '[^/]+')}$`).test(path),
  )
  if (!found) throw new Error(`no contract has ${method} ${path}`)
  return found
}

interface Rows {
  /** Which call has them. */
  at: number
  rows: Record<string, unknown>[]
}

/** The longest list of any reply: the rows of the page. */
function rowsIn(calls: readonly Call[]): Rows {
  const lists = calls.map(({ reply }, at) => {
    const { data } = JSON.parse(reply || '{}') as { data?: Rows['rows'] }
    return { at, rows: Array.isArray(data) ? data : [] }
  })
  return lists.reduce((most, one) => (one.rows.length > most.rows.length ? one : most), { at: 0, rows: [] })
}

/** The values of HTML that React takes as true or false. */
const truths = new Set(['checked', 'selected', 'disabled', 'multiple', 'open', 'hidden', 'required', 'defer', 'async'])

/** An element as React writes it, with its texts looked up and its values read from its row. */
function partOf(element: HTMLElement, { at, rows }: Rows): Part {
  const row = rows.findIndex(
    ({ id }) => typeof id === 'string' && element.rawTagName === 'tr' && element.outerHTML.includes(id),
  )
  const wordsFor = (text: string) => wordsOf(text, row < 0 ? null : (rows[row] ?? null))
  return draw(element)

  function draw(node: HTMLElement): Part {
    if (node !== element && node.rawTagName === 'tr') return partOf(node, { at, rows })
    const attributes = Object.entries(node.attributes).map(([name, text]) => [name, attributeOf(name, text)] as const)
    const isRaw = ['script', 'style'].includes(node.rawTagName)
    const children = isRaw ? [] : node.childNodes.map(childOf)
    const tag = node.rawTagName
    return (replies) => {
      const props: Record<string, unknown> = isRaw ? { dangerouslySetInnerHTML: { __html: node.innerHTML } } : {}
      for (const [name, value] of attributes) props[name] = value(replies)
      const drawn = children.map((child) => child(replies))
      return tag ? createElement(tag, props, ...drawn) : drawn[drawn.length - 1]
    }
  }

  function childOf(node: HTMLElement['childNodes'][number]): Part {
    if (node.nodeType === NodeType.ELEMENT_NODE) return draw(node as HTMLElement)
    if (node.nodeType === NodeType.COMMENT_NODE) return () => null
    return textOf(node.text)
  }

  function attributeOf(name: string, text: string): Part {
    if (text === '' && truths.has(name)) return () => true as unknown as ReactNode
    if (name === 'style') {
      const pairs = text
        .split(';')
        .filter(Boolean)
        .map((one) => one.split(/:(.*)/s))
      return () => Object.fromEntries(pairs) as unknown as ReactNode
    }
    return textOf(text)
  }

  function textOf(text: string): Part {
    const words = wordsFor(text)
    return (replies) => words((replies[at] as { data?: Rows['rows'] } | undefined)?.data?.[row] ?? null)
  }
}

type Words = (row: Record<string, unknown> | null) => string

/** Every text with its key, and every pattern of a text with values. */
const keysByText = new Map<string, string>()
const patterns: { key: string; names: string[]; pattern: RegExp }[] = []
for (const [space, texts] of Object.entries(en)) collect(texts, `${space}:`)

function collect(texts: object, before: string): void {
  for (const [name, text] of Object.entries(texts)) {
    const key = before + name
    if (typeof text !== 'string') collect(text, `${key}.`)
    else if (!text.includes('{{')) keysByText.set(text, key)
    else {
      const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, one]) => one ?? '')
      const escaped = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\{[^}]*\}\}/g, '(.+)')
      if (names.length > 0) patterns.push({ key, names, pattern: new RegExp(`^${escaped}$`) })
    }
  }
}

/** How a text is made: from its row, from the texts of the console, or as it stands. */
function wordsOf(text: string, row: Record<string, unknown> | null): Words {
  const key = keysByText.get(text)
  if (key) return () => t(key)
  if (row) {
    const member = Object.keys(row).find((name) => row[name] === text)
    if (member) return (of) => String(of?.[member])
    const [before, after] = text.split(String(row.id))
    if (after !== undefined) return (of) => `${before}${of?.id}${after}`
  }
  for (const { key: found, names, pattern } of patterns) {
    const values = pattern.exec(text)?.slice(1)
    const given = values && Object.fromEntries(names.map((name, at) => [name, values[at]]))
    if (given && t(found, given) === text) return () => t(found, given)
  }
  return () => text
}
