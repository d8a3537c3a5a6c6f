const map = {
  title: 'Map',
}

export default map
