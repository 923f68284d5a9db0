internal import CodecLink
internal import MediaEngine

@main
struct Main {
    static func main() {
        CodecServer.run(Engine())
    }
}
