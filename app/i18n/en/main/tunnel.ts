const tunnel = {
  title: 'Tunnels',
}

export default tunnel
