/// Whose service extension reads the payload: it decides under which key the media's address lies.
public enum PayloadVendor: String, Sendable, CaseIterable {
    /// An app's own extension, which reads `media-url` or whatever key it likes.
    case generic
    case firebase, onesignal, braze, airship, batch, clevertap, klaviyo, iterable, salesforce
    case adobe, pinpoint, expo, pushwoosh, mapp, homeassistant

    public var displayName: String {
        switch self {
        case .generic: "an app's own extension"
        case .firebase: "Firebase Cloud Messaging"
        case .onesignal: "OneSignal"
        case .braze: "Braze"
        case .airship: "Airship"
        case .batch: "Batch"
        case .clevertap: "CleverTap"
        case .klaviyo: "Klaviyo"
        case .iterable: "Iterable"
        case .salesforce: "Salesforce Marketing Cloud"
        case .adobe: "Adobe Journey Optimizer"
        case .pinpoint: "Amazon Pinpoint"
        case .expo: "Expo"
        case .pushwoosh: "Pushwoosh"
        case .mapp: "Mapp"
        case .homeassistant: "Home Assistant"
        }
    }

    /// Where its keys were read, in November 2026: an address, or a repository and a file.
    public var source: String {
        switch self {
        case .generic: "PushMedia"
        case .firebase:
            "github.com/firebase/firebase-ios-sdk FirebaseMessaging/Sources/FIRMessagingExtensionHelper.m"
        case .onesignal:
            "github.com/OneSignal/OneSignal-iOS-SDK iOS_SDK/OneSignalSDK/OneSignalCore/Source/OSNotification.m"
        case .braze:
            "github.com/braze-inc/braze-docs _docs/_api/objects_filters/messaging/apple_object.md"
        case .airship: "github.com/urbanairship/ios-library MediaAttachmentPayload.swift"
        case .batch: "github.com/BatchLabs BAERichNotificationHelper"
        case .clevertap: "github.com/CleverTap/CTNotificationService README.md"
        case .klaviyo:
            "github.com/klaviyo/klaviyo-swift-sdk Sources/KlaviyoSwiftExtension/KlaviyoExtension.swift"
        case .iterable:
            "github.com/Iterable/iterable-swift-sdk notification-extension/ITBNotificationServiceExtension.swift"
        case .salesforce:
            "https://developer.salesforce.com/docs/marketing/mobile-unified-sdk/guide/mc_engagement_push_notifications_ios_rich_notifications.html"
        case .adobe:
            "https://developer.adobe.com/client-sdks/edge/adobe-journey-optimizer/push-notification/ios/display-rich-notifications/"
        case .pinpoint:
            "github.com/aws-amplify/amplify-swift-utils-notifications PinpointNotificationPayload"
        case .expo: "https://docs.expo.dev/push-notifications/sending-notifications/"
        case .pushwoosh: "https://github.com/Pushwoosh/pushwoosh-ios-sdk/issues/47"
        case .mapp: "https://docs.mapp.com/docs/mapp-engage-ios-sdk-rich-push-notifications"
        case .homeassistant: "https://github.com/home-assistant/iOS/issues/1709"
        }
    }

    /// Under which keys the address lies, one below the other, from the payload's top.
    ///
    /// The last key of Expo's is one for each kind, and the last of OneSignal's is an id of the sender's choice.
    func urlPath(for kind: AttachmentKind, mediaKey: String) -> [String] {
        switch self {
        case .generic: [mediaKey]
        case .firebase: ["fcm_options", "image"]
        case .onesignal: ["os_data", "att", "media"]
        case .braze: ["ab", "att", "url"]
        case .airship: ["com.urbanairship.media_attachment", "url"]
        case .batch: ["com.batch", "at", "u"]
        case .clevertap: ["ct_mediaUrl"]
        case .klaviyo: ["rich-media"]
        case .iterable: ["itbl", "attachment-url"]
        case .salesforce: ["_mediaUrl"]
        case .adobe: ["adb_media"]
        case .pinpoint: ["data", "media-url"]
        case .expo: ["body", "_richContent", kind == .animation ? "image" : kind.rawValue]
        case .pushwoosh: ["attachment"]
        case .mapp: ["ios_apx_media"]
        case .homeassistant: ["attachment", "url"]
        }
    }

    /// Where it takes the media's type; nil where it goes by the address or the server's answer.
    var typePath: [String]? {
        switch self {
        case .braze: ["ab", "att", "type"]
        case .batch: ["com.batch", "at", "t"]
        case .clevertap: ["ct_mediaType"]
        case .klaviyo: ["rich-media-type"]
        case .homeassistant: ["attachment", "content-type"]
        case .generic: [Payload.typeKey]
        default: nil
        }
    }

    /// Whether the address alone attaches nothing.
    var needsType: Bool {
        switch self {
        case .braze, .batch, .clevertap: true
        default: false
        }
    }
}
