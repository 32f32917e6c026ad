"""As much of a WebSocket (RFC 6455) as messages of a page need."""
import base64, json, os, socket, struct


class Client:
    def __init__(self, host, port, path="/", patience=20, headers=""):
        """`headers` are lines of the request; a server that refuses raises ConnectionError with its answer."""
        self.socket = socket.create_connection((host, port), timeout=patience)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.file = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n{headers}Upgrade: websocket\r\nConnection: Upgrade\r\n"
                             f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n").encode())
        status = self.file.readline()
        if b" 101 " not in status:
            raise ConnectionError(status.decode("latin-1"))
        while self.file.readline().strip():
            pass

    def send(self, message, opcode=1):
        """Sends JSON, or bytes as they are."""
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[index & 3] for index, byte in enumerate(data))
        self.socket.sendall(bytes([0x80 | opcode]) + length + mask + masked)

    def read(self):
        """The kind of the next message, 1 for text and 2 for bytes, and its bytes."""
        kind, length = self.file.read(2)
        if length > 125:
            length, = struct.unpack(">H", self.file.read(2)) if length == 126 else struct.unpack(">Q", self.file.read(8))
        return kind & 15, self.file.read(length)
