/** The UDP socket: bound to one named address, never to all of them. */
import { createSocket, type Socket } from 'node:dgram'
import { isIPv4 } from 'node:net'
import type { IpEndpoint } from '../frames/bvlc'

/** Sends and receives datagrams; tests replace it. */
export interface DatagramPort {
  readonly local: IpEndpoint
  send(datagram: Uint8Array, to: IpEndpoint): void
  onDatagram(listener: (datagram: Uint8Array, from: IpEndpoint) => void): void
  close(): Promise<void>
}

export interface UdpOptions extends IpEndpoint {
  /** The broadcast address of the subnet, on which broadcasts of others arrive; without it, none do. */
  broadcastAddress?: string | undefined
}

/** Returns why an address cannot be bound; undefined when it can. */
export function addressProblem(address: string): string | undefined {
  if (!isIPv4(address)) return `${address} is no IPv4 address`
  const first = Number(address.split('.')[0])
  if (first === 0) return `${address} stands for every interface; name the address of one`
  if (first >= 224) return `${address} is no address of an interface`
  return undefined
}

/** Opens the socket. Throws `RangeError` for an address that names no interface. */
export async function openUdpPort({ address, port, broadcastAddress }: UdpOptions): Promise<DatagramPort> {
  const problem = addressProblem(address)
  if (problem) throw new RangeError(problem)
  const main = await bind(address, port)
  const local = { address, port: main.address().port }
  const sockets = [main]
  try {
    if (broadcastAddress) sockets.push(await bind(broadcastAddress, local.port))
  } catch (error) {
    main.close()
    throw error
  }
  main.setBroadcast(true)
  let isOpen = true
  return {
    local,
    send(datagram, to) {
      // An address that cannot be reached is a silent device: the request is repeated, then fails.
      if (isOpen) main.send(datagram, to.port, to.address, () => {})
    },
    onDatagram(listener) {
      for (const socket of sockets)
        socket.on('message', (datagram, from) => {
          if (from.address !== local.address || from.port !== local.port) listener(datagram, from)
        })
    },
    async close() {
      isOpen = false
      await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.close(resolve))))
    },
  }
}

/**
 * A burst has to fit while this process is busy: the points of 40 devices with 50 each may all change in one moment, as
 * when the power returns, and Linux counts a small datagram as up to 2 KB. The system may grant less (`net.core.rmem_max`).
 */
const receiveBufferBytes = 4 * 1_024 * 1_024

/** A system that refuses the size leaves its own. */
function enlargeReceiveBuffer(socket: Socket): void {
  try {
    socket.setRecvBufferSize(receiveBufferBytes)
  } catch {
    // A lost notification is repeated, or its value read.
  }
}

function bind(address: string, port: number): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', reuseAddr: false })
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.bind({ address, port, exclusive: true }, () => {
      socket.off('error', reject)
      enlargeReceiveBuffer(socket)
      // Errors of later datagrams concern one peer only, who is then silent.
      socket.on('error', () => {})
      resolve(socket)
    })
  })
}
